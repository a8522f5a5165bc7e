import { describe, expect, test, vi } from 'vitest';
import { FleetError } from '../../../src/core/shared/fleet-error.js';
import { failed, requested } from '../../../src/core/store/entry.js';
import type { View } from '../../../src/core/store/view.js';
import { createNotes, note, type Note } from './notes.js';

const error = new FleetError('unavailable', 'get-database', 'down');

describe('records', () => {
  test.each(['__proto__', 'constructor', 'toString'])('have no field %s that they inherit', (field) => {
    const { store, say } = createNotes();
    say('a', 'one');
    expect(store.field('a', field as 'text').value).toBeUndefined();
  });

  test('share equal values with the previous record', () => {
    const { store, say } = createNotes();
    say('a', 'one');
    const before = store.peek('a').record;
    say('a', 'two');
    const after = store.peek('a').record;
    expect(after).not.toBe(before);
    expect(after?.tags).toBe(before?.tags);
    expect(after?.place).toBe(before?.place);
  });

  test('are deeply frozen in development, as are their lists, and are not frozen in production', () => {
    const { store, say } = createNotes();
    store.join(['a']);
    say('a');
    const { record } = store.peek('a');
    for (const part of [record, record?.tags, record?.place, store.all.value, store.ids.value]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
    vi.stubEnv('NODE_ENV', 'production');
    const production = createNotes();
    production.say('a');
    expect(Object.isFrozen(production.store.peek('a').record)).toBe(false);
    vi.unstubAllEnvs();
  });
});

describe('`all` and `ids`', () => {
  test('list the members in the order in which they joined', () => {
    const { store, say } = createNotes();
    store.join(['c', 'a', 'b']);
    for (const id of ['a', 'b', 'c', 'd']) say(id);
    expect(store.ids.value).toEqual(['c', 'a', 'b']);
    expect(store.all.value.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    store.leave(['c']);
    expect(store.all.value.map(({ id }) => id)).toEqual(['a', 'b']);
    store.join(['c', 'd']);
    expect(store.ids.value).toEqual(['a', 'b', 'c', 'd']);
    expect(store.all.value.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('keep their reference unless membership or a record changed', () => {
    const { store, say } = createNotes();
    store.join(['a', 'b']);
    say('a');
    const [all, ids] = [store.all.value, store.ids.value];
    say('a');
    say('stranger');
    store.join(['a']);
    store.leave(['stranger']);
    store.update('a', (entry) => failed(requested(entry), error));
    expect([store.all.value, store.ids.value]).toEqual([all, ids]);
    expect(store.all.value).toBe(all);
    expect(store.ids.value).toBe(ids);
    // A member without a record is not in the list of records.
    store.join(['c']);
    expect(store.all.value).toBe(all);
    expect(store.ids.value).not.toBe(ids);
  });

  test('copy the given lists, which the caller may change', () => {
    const { store, say } = createNotes();
    const joining = ['a', 'b'];
    store.record('x').subscribe((record) => {
      if (!record) return;
      store.join(joining);
      joining.length = 0;
    });
    say('x');
    expect(store.ids.value).toEqual(['a', 'b']);
  });
});

describe('views of one id', () => {
  test('leave no trace after their use, and stay consistent', () => {
    const { store, say } = createNotes();
    const view = store.record('a');
    for (let other = 0; other < 5000; other++) void store.record(`other-${other}`).value;
    const again = store.record('a');
    const emitted: unknown[] = [];
    view.subscribe((record) => emitted.push(record?.text));
    again.subscribe((record) => emitted.push(record?.text));
    say('a', 'one');
    expect(emitted).toEqual([undefined, undefined, 'one', 'one']);
    expect(view.value).toBe(again.value);
  });

  test('emit each answer even if they were made before the slot was replaced', () => {
    const { store, say } = createNotes();
    const view = store.entry('a');
    for (let other = 0; other < 5000; other++) store.peek(`other-${other}`);
    say('a', 'one');
    const confirmed: unknown[] = [];
    view.subscribe(({ confirmedAt }) => confirmed.push(confirmedAt));
    say('a', 'one');
    expect(confirmed).toEqual([1000, 2000]);
    expect(store.entry('a')).toBe(view);
  });

  test('of the record are not computed if only the rest of the entry changed', () => {
    const { store, say } = createNotes();
    say('a');
    const selector = vi.fn<() => never>(() => {
      throw new RangeError('of a selector');
    });
    store.select('a', selector).subscribe();
    store.update('a', requested);
    say('a');
    expect(selector).toHaveBeenCalledTimes(1);
    const tell = vi.fn<() => void>();
    store.entry('a').subscribe(tell);
    say('a');
    expect(tell).toHaveBeenCalledTimes(2);
  });

  test('stay the same and never show another id, however many other ids are requested meanwhile', () => {
    const { store, say, watchedIds } = createNotes();
    say('known');
    store.join(['member']);
    const watched = vi.fn<() => void>();
    store.record('watched').subscribe(watched);
    const ids = ['known', 'member', 'idle'];
    const views = ids.map((id) => store.entry(id));
    const values = views.map(({ value }) => value);
    for (let other = 0; other < 5000; other++) store.peek(`other-${other}`);
    for (const [at, view] of views.entries()) expect(view.value).toBe(values[at]);
    for (const [at, id] of ids.entries()) expect(store.entry(id)).toBe(views[at]);
    say('watched');
    expect(watched).toHaveBeenCalledTimes(2);
    expect(watchedIds()).toEqual(['watched']);
  });

  test('of ids without a record, a request or an error are dropped, but not the latest', () => {
    const { store, say } = createNotes();
    say('read');
    store.update('asked', requested);
    store.update('failed', (entry) => failed(entry, error));
    for (let other = 0; other < 5000; other++)
      expect(store.entry(`other-${other}`)).toBe(store.entry(`other-${other}`));
    expect(store.peek('read').record).toBeDefined();
    expect(store.peek('asked').fetching).toBe(true);
    expect(store.peek('failed').error).toBe(error);
    expect(store.entries().length).toBeLessThan(2100);
  });

  test('keep the result of a selector while the next result is equal', () => {
    const { store, say } = createNotes();
    const lengths = store.select(
      'a',
      (record) => [record?.text.length],
      ([one], [other]) => one === other,
    );
    say('a', 'one');
    const before = lengths.value;
    say('a', 'two');
    expect(lengths.value).toBe(before);
    say('a', 'three');
    expect(lengths.value).toEqual([5]);
  });
});

describe('a notified subscriber', () => {
  test('may subscribe, and gets the current value once, at once', () => {
    const { store, say } = createNotes();
    const emitted: unknown[] = [];
    const subscription = store.record('a').subscribe((record) => {
      if (!record) return;
      subscription.unsubscribe();
      for (const view of [store.field('a', 'text'), store.field('b', 'text')])
        view.subscribe((now) => emitted.push(now));
    });
    say('a', 'one');
    expect(emitted).toEqual(['one', undefined]);
    say('b', 'two');
    expect(emitted).toEqual(['one', undefined, 'two']);
  });

  test('may dispose of the store: subscribers then only complete', () => {
    const { store, say, dispose } = createNotes();
    const received: unknown[] = [];
    for (const name of ['first', 'second']) {
      store.field('a', 'text').subscribe({
        next(text) {
          received.push(`${name} ${text}`);
          if (text === 'one') dispose();
          if (text === 'one') say('a', 'two');
        },
        complete: () => received.push(`${name} end`),
      });
    }
    store.all.subscribe({ complete: () => received.push('all end') });
    received.length = 0;
    say('a', 'one');
    expect(received).toEqual(['first one', 'first end', 'second end', 'all end']);
    say('a', 'three');
    expect(store.peek('a').record?.text).toBe('one');
    const late: unknown[] = [];
    store.field('a', 'text').subscribe({ next: (text) => late.push(text), complete: () => late.push('end') });
    expect(late).toEqual(['one', 'end']);
  });
});

test('a change of all entries gets which entries are wanted, and is one commit', () => {
  const { store, say } = createNotes();
  for (const id of ['known', 'member', 'unwatched', 'watched', 'left']) say(id);
  store.join(['member', 'unwatched']);
  const seen: unknown[] = [];
  const look = (): void => void seen.push(['member', 'watched'].map((id) => store.peek(id).status).join());
  store.entry('watched').subscribe(look);
  store.entry('left').subscribe(look).unsubscribe();
  store.entry('member').subscribe(look);
  seen.length = 0;
  store.updateAll((entry, isWanted) => (isWanted ? failed(entry, error) : entry));
  expect(seen).toEqual(['stale,stale', 'stale,stale']);
  const statuses = store.entries().map(({ id, status }) => `${id} ${status}`);
  expect(statuses).toEqual(['member stale', 'unwatched stale', 'known fresh', 'watched stale', 'left fresh']);
});

describe('listeners of the store', () => {
  test('get each changed entry within the commit, before subscribers', () => {
    const { commits, store, say } = createNotes();
    const log: unknown[] = [];
    const stop = store.onChange((id, before, after) => log.push([id, before.record?.text, after.record?.text]));
    store.record('a').subscribe(() => log.push('notified'));
    log.length = 0;
    commits.commit(() => {
      say('a', 'one');
      say('b', 'two');
    });
    expect(log).toEqual([['a', undefined, 'one'], ['b', undefined, 'two'], 'notified']);
    stop();
    say('b', 'three');
    expect(log).toHaveLength(3);
    store.onChange(() => log.push('unchanged'));
    store.update('b', (entry) => entry);
    expect(log).toHaveLength(3);
  });

  test('get membership changes with the same entry twice', () => {
    const { store, errors } = createNotes();
    const log: unknown[] = [];
    store.onChange((id, before, after) => log.push(`${id} ${before === after}`));
    store.join(['a', 'a']);
    store.leave(['a', 'b']);
    expect(log).toEqual(['a true', 'a true']);
    expect(errors).toEqual([]);
  });

  test('get each response that is not older than the entry, within the commit', () => {
    const { store } = createNotes();
    const log: unknown[] = [];
    const stop = store.onSettled((id, order) => log.push(`${id} ${order} ${store.peek(id).record?.text}`));
    store.confirm('a', 2, note('a', 'one'), 1000);
    store.confirm('a', 1, note('a', 'older'), 2000);
    store.confirm('a', 2, note('a', 'the same request'), 3000);
    stop();
    store.confirm('a', 3, note('a', 'later'), 4000);
    expect(log).toEqual(['a 2 one', 'a 2 the same request']);
  });

  test('do not affect the commit when they throw', () => {
    const { store, say, errors } = createNotes();
    const other = vi.fn<() => void>();
    const thrown = new RangeError('of a listener');
    store.onChange(() => {
      throw thrown;
    });
    store.onChange(other);
    say('a', 'one');
    store.join(['a', 'b']);
    expect(errors).toEqual([thrown, thrown, thrown]);
    expect(other).toHaveBeenCalledTimes(3);
    expect(store.all.value).toHaveLength(1);
    expect(store.ids.value).toEqual(['a', 'b']);
  });

  test('are called when the views of an id get their first subscriber and lose their last subscriber', () => {
    const log: string[] = [];
    const { store } = createNotes((isObserved, id) => log.push(`${id} ${isObserved}`));
    const views: readonly View<unknown>[] = [store.record('a'), store.field('a', 'text'), store.entry('b')];
    const subscriptions = views.map((view) => view.subscribe());
    expect(log).toEqual(['a true', 'b true']);
    for (const subscription of subscriptions) subscription.unsubscribe();
    expect(log.slice(2)).toEqual(['a false', 'b false']);
  });

  test.each(['all', 'ids'] as const)('are called without an id when the view `%s` is observed', (name) => {
    const log: string[] = [];
    const { store } = createNotes((isObserved, id) => log.push(`${id} ${isObserved}`));
    const view: View<unknown> = store[name];
    view.subscribe().unsubscribe();
    expect(log).toEqual(['undefined true', 'undefined false']);
  });
});

describe('a forgotten record', () => {
  test('is unknown again, and its membership stays', () => {
    const { store, say } = createNotes();
    store.join(['a']);
    say('a');
    store.forget('a');
    expect(store.peek('a')).toEqual({ id: 'a', record: undefined, status: 'unknown', fetching: false });
    expect(store.isMember('a')).toBe(true);
    expect(store.all.value).toEqual([]);
    store.confirm('a', 9, note('a'), 1);
    expect(store.all.value).toHaveLength(1);
  });

  test('loses its error, and an unknown record stays as it is', () => {
    const { store } = createNotes();
    const before = store.peek('a');
    store.forget('a');
    expect(store.peek('a')).toBe(before);
    store.update('a', (entry) => failed(entry, error));
    store.forget('a');
    expect(store.peek('a')).toEqual(before);
  });
});

test('another store of the same commits changes in the same commit', () => {
  const { commits, store, say } = createNotes();
  const other = store.createAnother<Note>();
  const seen: unknown[] = [];
  store.field('a', 'text').subscribe((text) => seen.push(`${text} ${other.peek('a').record?.text}`));
  commits.commit(() => {
    say('a', 'one');
    other.confirm('a', 1, note('a', 'other'), 1000);
  });
  expect(seen).toEqual(['undefined undefined', 'one other']);
});
