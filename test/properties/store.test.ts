import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { FleetError } from '../../src/core/shared/fleet-error.js';
import { derive } from '../../src/core/store/derive.js';
import { abandoned, failed, missing, removed, requested } from '../../src/core/store/entry.js';
import type { View } from '../../src/core/store/view.js';
import { createNotes, type Note, type Notes } from '../core/store/notes.js';
import { scaled } from '../support/scale.js';

const IDS = ['a', 'b', 'c'];
const ids = fc.constantFrom(...IDS);

/** A change of one entry or of the members. `age`: how many requests started after its own. */
const changes = fc.record({
  kind: fc.constantFrom(
    ...(['confirm', 'confirm', 'confirm', 'join', 'join'] as const),
    ...(['fail', 'missing', 'remove', 'request', 'abandon', 'leave', 'forget'] as const),
  ),
  id: ids,
  age: fc.constantFrom(0, 0, 0, 1, 3),
  note: fc.record({
    text: fc.constantFrom('one', 'two'),
    tags: fc.constantFrom([], ['x'], ['x', 'y']),
    place: fc.constantFrom(null, { region: 'us', zone: 1 }, { region: 'us', zone: 2 }),
  }),
});
type Change = typeof changes extends fc.Arbitrary<infer T> ? T : never;

const views = fc.constantFrom('entry', 'record', 'text', 'tags', 'all', 'ids', 'derived');
type ViewKind = typeof views extends fc.Arbitrary<infer T> ? T : never;

/** What a test or a subscriber does. A subscriber does it once, at its `at`-th notification. */
type Act =
  | { readonly kind: 'change'; readonly changes: readonly Change[] }
  | { readonly kind: 'unsubscribe'; readonly which: number }
  | { readonly kind: 'throw' | 'dispose' }
  | {
      readonly kind: 'subscribe';
      readonly view: ViewKind;
      readonly id: string;
      readonly at: number;
      readonly act: Act;
    };

const changing = fc.record({
  kind: fc.constant('change' as const),
  changes: fc.array(changes, { minLength: 1, maxLength: 5 }),
});
const leaving = fc.record({ kind: fc.constant('unsubscribe' as const), which: fc.nat(9) });
const subscribing = (act: fc.Arbitrary<Act>): fc.Arbitrary<Act> =>
  fc.record({ kind: fc.constant('subscribe' as const), view: views, id: ids, at: fc.integer({ min: 1, max: 3 }), act });
const throwing = fc.constant<Act>({ kind: 'throw' });
const acts = fc.oneof(
  { weight: 5, arbitrary: changing },
  { weight: 2, arbitrary: leaving },
  { weight: 5, arbitrary: subscribing(fc.oneof(changing, leaving, throwing, subscribing(throwing))) },
);

function viewOf({ store, commits }: Notes, kind: ViewKind, id: string): View<unknown> {
  if (kind === 'entry') return store.entry(id);
  if (kind === 'record') return store.record(id);
  if (kind === 'text' || kind === 'tags') return store.field(id, kind);
  if (kind !== 'derived') return store[kind];
  // A diamond: one of its sources derives from the other source.
  const text = derive(commits, [store.record(id)], (record) => record?.text);
  return derive(commits, [store.record(id), text, store.ids], (record, its, members) => {
    check(record?.text === its, 'a derived view shows whole commits only');
    return `${its ?? ''}/${members.length}`;
  });
}

/** The value that a view must show, from the entries of the store. */
function expectedOf({ store }: Notes, kind: ViewKind, id: string): unknown {
  const entry = store.peek(id);
  const { record } = entry;
  const members = store.entries().flatMap((each) => (store.isMember(each.id) ? each.id : []));
  const values: Record<ViewKind, unknown> = {
    entry,
    record,
    text: record?.text,
    tags: record?.tags,
    all: members.map((each) => store.peek(each).record).filter((each) => each !== undefined),
    ids: members,
    derived: `${record?.text ?? ''}/${members.length}`,
  };
  return values[kind];
}

/** A store whose subscribers check each notification. */
class CheckedStore {
  readonly #notes = createNotes();
  readonly #subscribers: { kind: ViewKind; id: string; view: View<unknown>; notified: unknown; leave(): void }[] = [];
  #order = 0;
  #thrown = 0;
  #isNotifying = false;

  do(act: Act): void {
    if (act.kind === 'change') this.#notes.commits.commit(() => act.changes.forEach((each) => this.#change(each)));
    else if (act.kind === 'unsubscribe') this.#subscribers[act.which % this.#subscribers.length]?.leave();
    else if (act.kind === 'dispose') this.#notes.dispose();
    else if (act.kind === 'subscribe') this.#subscribe(act.view, act.id, act.at, act.act);
    else {
      this.#thrown += 1;
      throw new RangeError('of a subscriber');
    }
  }

  #change({ kind, id, age, note }: Change): void {
    const { store } = this.#notes;
    check(!this.#isNotifying, 'no change during a notification');
    const at = (this.#order += 1);
    const order = at - age;
    if (kind === 'confirm') store.confirm(id, order, structuredClone({ id, ...note }) as Note, at);
    else if (kind === 'fail') store.settle(id, order, (entry) => failed(entry, failure));
    else if (kind === 'missing') store.settle(id, order, (entry) => missing(entry, failure));
    else if (kind === 'remove') store.settle(id, order, (entry) => removed(entry, at));
    else if (kind === 'request') store.update(id, requested);
    else if (kind === 'abandon') store.update(id, abandoned);
    else if (kind === 'forget') store.forget(id);
    else store[kind]([id]);
  }

  #subscribe(kind: ViewKind, id: string, at: number, act: Act): void {
    const view = viewOf(this.#notes, kind, id);
    const subscriber = { kind, id, view, notified: NEVER as unknown, leave: () => {} };
    let count = 0;
    const subscription = view.subscribe((value) => {
      const wasNotifying = this.#isNotifying;
      this.#isNotifying = true;
      try {
        check(!Object.is(value, subscriber.notified), `${kind}: notified of different values only`);
        check(value === view.value, `${kind}: notified of the value of the view`);
        subscriber.notified = value;
        this.#checkViews();
        if ((count += 1) === at) this.do(act);
      } finally {
        this.#isNotifying = wasNotifying;
      }
    });
    check(count > 0, `${kind}: notified at once`);
    this.#subscribers.push(subscriber);
    subscriber.leave = () => {
      subscription.unsubscribe();
      this.#subscribers.splice(this.#subscribers.indexOf(subscriber), 1);
    };
  }

  #checkViews(): void {
    for (const { kind, id, view } of this.#subscribers)
      check(isDeepStrictEqual(view.value, expectedOf(this.#notes, kind, id)), `${kind}: shows the expected value`);
  }

  /** Call it while no change runs. */
  checkAll(): void {
    const { store, errors, watchedIds } = this.#notes;
    this.#checkViews();
    for (const { kind, view, notified } of this.#subscribers)
      check(view.value === notified, `${kind}: each subscriber was notified of the last change`);
    check(errors.length === this.#thrown, `exactly the thrown errors are reported: ${String(errors)}`);
    const watched = this.#subscribers.filter(({ kind, id }) => !['all', 'ids'].includes(kind) && !store.isMember(id));
    check(
      isDeepStrictEqual(new Set(watchedIds()), new Set(watched.map(({ id }) => id))),
      'the watched ids are those with subscribers',
    );
  }
}

const failure = new FleetError('unavailable', 'get-database', 'down');
const NEVER = Symbol('never notified');

function check(holds: boolean, rule: string): void {
  if (!holds) throw new Error(`violated: ${rule}`);
}

test('views show the store, and notify each subscriber once of each change, whatever subscribers do', () => {
  const program = (run: readonly Act[]): void => {
    const store = new CheckedStore();
    for (const act of run) {
      store.do(act);
      store.checkAll();
    }
    store.do({ kind: 'dispose' });
  };
  const property = fc.property(fc.array(acts, { maxLength: 24, size: 'max' }), program);
  expect(() => fc.assert(property, { numRuns: scaled({ short: 500, long: 10_000 }) })).not.toThrow();
});
