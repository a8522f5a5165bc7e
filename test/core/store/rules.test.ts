import { afterEach, describe, expect, test, vi } from 'vitest';
import { Commits } from '../../../src/core/store/commits.js';
import { createCell } from '../../../src/core/store/cell.js';
import { derive } from '../../../src/core/store/derive.js';
import { failed } from '../../../src/core/store/entry.js';
import type { View } from '../../../src/core/store/view.js';
import { FleetError } from '../../../src/core/shared/fleet-error.js';
import { createNotes, note, type Note } from './notes.js';

afterEach(() => vi.restoreAllMocks());

/** Design.md, section 4. */
describe('rules of the state', () => {
  test('1. `value` is synchronous and keeps its reference until it changes. A subscriber gets the current value at once, then every change, each once', () => {
    const { store, say } = createNotes();
    const select = store.select('a', (record) => [record?.text]);
    const views: readonly View<unknown>[] = [
      store.entry('a'),
      store.record('a'),
      store.field('a', 'tags'),
      store.all,
      store.ids,
      select,
    ];
    for (const view of views) expect(view.value).toBe(view.value);
    store.join(['a']);
    say('a', 'one');
    for (const view of views) expect(view.value).toBe(view.value);

    const emitted: (string | undefined)[] = [];
    store.field('a', 'text').subscribe((text) => emitted.push(text));
    expect(emitted).toEqual(['one']);
    say('a', 'two');
    say('a', 'two');
    say('a', 'three');
    expect(emitted).toEqual(['one', 'two', 'three']);
  });

  test('2. A commit is atomic: when the first subscriber of a commit runs, every view already shows it. No glitches, no intermediate values', () => {
    const { commits, store, say } = createNotes();
    store.join(['a', 'b']);
    const [a, b] = [store.field('a', 'text'), store.field('b', 'text')];
    const both = derive(commits, [a, b], (x, y) => `${x} ${y}`);
    const cell = createCell(commits, 'before');
    const seen: unknown[] = [];
    const look = (): unknown =>
      seen.push([a.value, b.value, both.value, store.all.value.map(({ text }) => text), cell.view.value]);
    const watched: readonly View<unknown>[] = [a, b, both, store.all, cell.view, store.ids];
    const subscriptions = watched.map((view) => view.subscribe(look));
    seen.length = 0;
    commits.commit(() => {
      say('a', 'passing by');
      say('a', 'x');
      cell.set('after');
      say('b', 'y');
    });
    expect(seen).toHaveLength(5);
    for (const state of seen) expect(state).toEqual(['x', 'y', 'x y', ['x', 'y'], 'after']);
    for (const subscription of subscriptions) subscription.unsubscribe();
  });

  test('3. A change made inside a subscriber is queued behind the running notification; all subscribers end at the same value', () => {
    const { store, say } = createNotes();
    const text = store.field('a', 'text');
    const emitted: string[] = [];
    text.subscribe((now) => {
      if (now === 'one') say('a', 'two');
      emitted.push(`first ${now}`);
    });
    text.subscribe((now) => emitted.push(`second ${now}`));
    emitted.length = 0;
    say('a', 'one');
    expect(emitted).toEqual(['first one', 'second one', 'first two', 'second two']);
  });

  test('3., also if the subscriber makes it at its first value', () => {
    const { store, say } = createNotes();
    const emitted: (string | undefined)[] = [];
    let last: string | undefined;
    store.field('a', 'text').subscribe((now) => {
      if (now === undefined) say('a', 'one');
      emitted.push(now);
      last = now;
    });
    expect(emitted).toEqual([undefined, 'one']);
    expect(last).toBe('one');
  });

  test('4. A subscriber that throws harms no other and no poll: the error goes to `onError`. The process lives', () => {
    const { store, say, errors } = createNotes();
    const emitted: unknown[] = [];
    const fails = (): never => {
      throw new RangeError('of a subscriber');
    };
    store.record('a').subscribe(fails);
    store.record('a').subscribe({ next: fails });
    store.record('a').subscribe((record) => emitted.push(record?.text));
    say('a', 'one');
    say('a', 'two');
    expect(emitted).toEqual([undefined, 'one', 'two']);
    expect(errors).toHaveLength(6);
    expect(errors[0]).toBeInstanceOf(RangeError);
  });

  test('4., also if the subscriber is asynchronous and rejects', async () => {
    const { store, say, errors } = createNotes();
    const thrown = new RangeError('of an asynchronous subscriber');
    const subscriber: (record: Note | undefined) => unknown = async (record) => {
      if (record) throw thrown;
    };
    store.record('a').subscribe(subscriber);
    say('a');
    await Promise.resolve();
    expect(errors).toEqual([thrown]);
  });

  test('4., default: console.error', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const thrown = new RangeError('of a subscriber');
    createCell(new Commits(), 1).view.subscribe(() => {
      throw thrown;
    });
    expect(log).toHaveBeenCalledExactlyOnceWith(thrown);
  });

  test('4., also if console.error throws', () => {
    const fails = (): never => {
      throw new RangeError('of a subscriber, and of the console');
    };
    vi.spyOn(console, 'error').mockImplementation(fails);
    const cell = createCell(new Commits(), 0);
    const emitted: number[] = [];
    cell.view.subscribe(fails);
    cell.view.subscribe((now) => emitted.push(now));
    cell.set(1);
    cell.set(2);
    expect(emitted).toEqual([0, 1, 2]);
  });

  test('5. Views never error. They complete on `dispose()`', () => {
    const { commits, store, say, errors, dispose } = createNotes();
    const ends: string[] = [];
    const views: Record<string, View<unknown>> = {
      entry: store.entry('a'),
      record: store.record('a'),
      field: store.field('a', 'text'),
      select: store.select('a', (record) => {
        if (record?.text === 'bad') throw new RangeError('of a selector');
        return record?.text;
      }),
      all: store.all,
      ids: store.ids,
      derived: derive(commits, [store.record('a'), store.all], (...both) => both),
    };
    for (const [name, view] of Object.entries(views)) {
      view.subscribe({ error: () => ends.push(`${name} error`), complete: () => ends.push(name) });
    }
    store.join(['a']);
    say('a', 'bad');
    store.update('a', (entry) => failed(entry, new FleetError('unavailable', 'get-database', 'down')));
    expect(errors.length).toBeGreaterThan(0);
    expect(ends).toEqual([]);
    dispose();
    expect(ends.toSorted()).toEqual(Object.keys(views).toSorted());
    expect(views['field']?.value).toBe('bad');
  });

  test('6. A deep-equal answer changes nothing but `confirmedAt`: no record view notifies, and the stored reference stays', () => {
    const { store } = createNotes();
    store.join(['a']);
    store.confirm('a', 1, note('a'), 1000);
    const before = store.peek('a');
    const calls = { entry: 0, record: 0, field: 0, select: 0, selector: 0, all: 0, ids: 0 };
    const count = (name: keyof typeof calls) => () => void (calls[name] += 1);
    store.entry('a').subscribe(count('entry'));
    store.record('a').subscribe(count('record'));
    store.field('a', 'tags').subscribe(count('field'));
    store.select('a', () => (calls.selector += 1)).subscribe(count('select'));
    store.all.subscribe(count('all'));
    store.ids.subscribe(count('ids'));
    store.confirm('a', 2, note('a'), 2000);
    expect(calls).toEqual({ entry: 2, record: 1, field: 1, select: 1, selector: 1, all: 1, ids: 1 });
    expect(store.peek('a')).toEqual({ ...before, confirmedAt: 2000 });
    expect(store.peek('a').record).toBe(before.record);
  });

  test.each([10, 1000])(
    '7. Notification costs what changed, not what exists: one changed record among %i wakes its own subscribers only',
    (count) => {
      const { commits, store, say, errors } = createNotes();
      const ids = Array.from({ length: count }, (_, at) => `id-${at}`);
      let selected = 0;
      let notified = 0;
      store.join(ids);
      commits.commit(() => ids.forEach((id) => say(id)));
      for (const id of ids) {
        store.select(id, () => (selected += 1)).subscribe(() => (notified += 1));
        store.record(id).subscribe(() => (notified += 1));
      }
      const invalidate = vi.spyOn(commits, 'invalidate');
      [selected, notified] = [0, 0];
      say('id-7', 'changed');
      expect({ selected, notified }).toEqual({ selected: 1, notified: 2 });
      // The topic of the record, and the topic of all records.
      expect(invalidate).toHaveBeenCalledTimes(2);
      expect(errors).toEqual([]);
    },
  );

  test('8. An answer to an older request never overwrites a newer one (order of request start)', () => {
    const { store } = createNotes();
    const emitted: unknown[] = [];
    store.field('a', 'text').subscribe((text) => emitted.push(text));
    store.confirm('a', 2, note('a', 'younger'), 1000);
    store.confirm('a', 1, note('a', 'older'), 2000);
    const error = new FleetError('unavailable', 'get-database', 'down');
    store.settle('a', 1, (entry) => failed(entry, error));
    expect(store.peek('a')).toMatchObject({ status: 'fresh', confirmedAt: 1000, record: { text: 'younger' } });
    expect(emitted).toEqual([undefined, 'younger']);
    store.settle('a', 3, (entry) => failed(entry, error));
    store.confirm('a', 2, note('a', 'again'), 3000);
    expect(store.peek('a')).toMatchObject({ status: 'stale', error, record: { text: 'younger' } });
  });

  test('9. A record that does not decode leaves the last good one in place, `stale`, with the error on the entry', () => {
    const { store } = createNotes();
    store.confirm('a', 1, note('a'), 1000);
    const { record } = store.peek('a');
    const error = new FleetError('bad-response', 'get-database', 'not JSON');
    let notified = 0;
    store.record('a').subscribe(() => (notified += 1));
    store.settle('a', 2, (entry) => failed(entry, error));
    expect(store.peek('a')).toMatchObject({ status: 'stale', error, confirmedAt: 1000, changedAt: 1000 });
    expect(store.peek('a').record).toBe(record);
    expect(notified).toBe(1);
    store.confirm('a', 3, note('a'), 3000);
    expect(store.peek('a')).toMatchObject({ status: 'fresh', confirmedAt: 3000, changedAt: 1000 });
    expect(store.peek('a')).not.toHaveProperty('error');
  });
});
