import { isDeepStrictEqual } from 'node:util';
import { FleetError } from '../../src/core/shared/fleet-error.js';
import { Commits } from '../../src/core/store/commits.js';
import { derive } from '../../src/core/store/derive.js';
import { EntityStore } from '../../src/core/store/entity-store.js';
import { abandoned, failed, missing, removed, requested, type Entry } from '../../src/core/store/entry.js';
import type { View } from '../../src/core/store/view.js';
import type { Note } from '../core/store/notes.js';
import { StoreModel, type Change, type ViewKind } from './store-model.js';

/** The action of a subscriber, once, at its `at`-th notification. */
export type Deed =
  | { readonly kind: 'nothing' | 'throw' | 'dispose' }
  | { readonly kind: 'change'; readonly change: Change }
  | { readonly kind: 'subscribe'; readonly view: ViewKind; readonly id: string }
  | { readonly kind: 'unsubscribe'; readonly which: number };

interface Watcher {
  readonly kind: ViewKind;
  readonly id: string;
  readonly view: View<unknown>;
  isActive: boolean;
  notified: number;
  token: unknown;
  unsubscribe(): void;
}

const failure = new FleetError('unavailable', 'get-database', 'down');
const absence = new FleetError('not-found', 'get-database', 'not there');
const NEVER = Symbol('never notified');

/** A store and its model, changed together, with watchers that check every notification. */
export class StoreHarness {
  readonly #model = new StoreModel();
  readonly #errors: unknown[] = [];
  readonly #observed = new Set<string>();
  readonly #watchers: Watcher[] = [];
  readonly #last = new Map<string, Entry<Note>>();
  readonly #commits = new Commits((error) => this.#errors.push(error));
  readonly #store = new EntityStore<Note>(this.#commits);
  #order = 0;
  #issued = 0;
  #applied = 0;
  #thrown = 0;
  #notifying = 0;
  #isDisposed = false;

  constructor() {
    this.#store.onObserved((isObserved, id) => {
      if (id === undefined) return;
      check(this.#observed.has(id) !== isObserved, 'the observation of an id changes each time');
      if (isObserved) this.#observed.add(id);
      else this.#observed.delete(id);
    });
    this.#store.onChange((id, before, after) => {
      check(before === (this.#last.get(id) ?? before), 'the previous entry is the last reported entry');
      this.#last.set(id, after);
    });
  }

  /** Makes all changes in one commit. */
  change(changes: readonly Change[]): void {
    const issue = (this.#issued += 1);
    this.#commits.commit(() => {
      check(this.#notifying === 0, 'no change during a notification');
      check((this.#applied += 1) === issue, 'changes apply in the order of the calls');
      this.#checkRound();
      for (const change of changes) this.#apply(change);
    });
    if (this.#isDisposed) this.#applied = this.#issued;
  }

  subscribe(kind: ViewKind, id: string, at: number, deed: Deed): void {
    const view = this.#viewOf(kind, id);
    const watcher: Watcher = { kind, id, view, isActive: true, notified: 0, token: NEVER, unsubscribe: () => {} };
    this.#watchers.push(watcher);
    const subscription = view.subscribe({
      next: (value) => {
        this.#notifying += 1;
        try {
          this.#checkTold(watcher, value);
          if (watcher.notified === at) this.#do(deed);
        } finally {
          this.#notifying -= 1;
        }
      },
      complete: () => {
        check(this.#isDisposed && watcher.isActive, 'completes once, on dispose');
        watcher.isActive = false;
      },
    });
    check(watcher.notified > 0, 'notified at once');
    watcher.unsubscribe = () => {
      watcher.isActive = false;
      subscription.unsubscribe();
    };
  }

  unsubscribe(which: number): void {
    this.#watchers[which % this.#watchers.length]?.unsubscribe();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#commits.dispose();
    this.#store.dispose();
  }

  /** Call it while no change runs. */
  checkAll(): void {
    this.#checkRound();
    this.#checkViews();
    if (!this.#isDisposed) check(this.#applied === this.#issued, 'no change is queued');
    else check(!this.#watchers.some(({ isActive }) => isActive), 'no watcher is active after dispose');
    check(this.#errors.length === this.#thrown, `exactly the thrown errors are reported: ${String(this.#errors)}`);
    const watched = this.#watchers.filter(({ kind, isActive }) => isActive && kind !== 'all' && kind !== 'ids');
    check(
      isDeepStrictEqual(this.#observed, new Set(watched.map(({ id }) => id))),
      'the observed ids are the watched ids',
    );
  }

  #do(deed: Deed): void {
    if (deed.kind === 'change') this.change([deed.change]);
    else if (deed.kind === 'subscribe') this.subscribe(deed.view, deed.id, 0, { kind: 'nothing' });
    else if (deed.kind === 'unsubscribe') this.unsubscribe(deed.which);
    else if (deed.kind === 'dispose') this.dispose();
    else if (deed.kind === 'throw') {
      this.#thrown += 1;
      throw new RangeError('of a subscriber');
    }
  }

  #apply(change: Change): void {
    const { id, kind } = change;
    const order = (this.#order += 1) - ('age' in change ? change.age : 0);
    const at = this.#order;
    this.#model.apply(change, order, at);
    if (kind === 'confirm') this.#store.confirm(id, order, structuredClone({ id, ...change.note }), at);
    else if (kind === 'fail') this.#store.settle(id, order, (entry) => failed(entry, failure));
    else if (kind === 'missing') this.#store.settle(id, order, (entry) => missing(entry, absence));
    else if (kind === 'remove') this.#store.settle(id, order, (entry) => removed(entry, at));
    else if (kind === 'request') this.#store.update(id, requested);
    else if (kind === 'abandon') this.#store.update(id, abandoned);
    else if (kind === 'forget') this.#store.forget(id);
    else this.#store[kind]([id]);
  }

  #checkTold(watcher: Watcher, value: unknown): void {
    const { token, value: expected } = this.#model.shown(watcher.kind, watcher.id);
    check(watcher.isActive, 'not notified after unsubscribing');
    check(!Object.is(token, watcher.token), `${watcher.kind}: notified of different values only`);
    check(value === watcher.view.value, 'notified of the value of the view');
    check(isShown(watcher.kind, value, expected), `${watcher.kind}: notified of the expected value`);
    watcher.token = token;
    watcher.notified += 1;
    this.#checkViews();
  }

  /** Checks that all subscribers were notified of the last commit before the next commit. */
  #checkRound(): void {
    for (const { kind, id, token, isActive } of this.#watchers) {
      if (isActive) check(Object.is(token, this.#model.shown(kind, id).token), `${kind}: notified of the last change`);
    }
  }

  #checkViews(): void {
    for (const { kind, id, view } of this.#watchers) {
      check(isShown(kind, view.value, this.#model.shown(kind, id).value), `${kind}: shows the expected value`);
      check(view.value === view.value, `${kind}: keeps its reference`);
    }
  }

  #viewOf(kind: ViewKind, id: string): View<unknown> {
    const store = this.#store;
    if (kind === 'entry') return store.entry(id);
    if (kind === 'record') return store.record(id);
    if (kind === 'text' || kind === 'place') return store.field(id, kind);
    if (kind === 'length') return store.select(id, (record) => record?.tags.length);
    if (kind === 'shape') {
      return store.select(
        id,
        (record) => [record?.tags.length],
        ([a], [b]) => a === b,
      );
    }
    if (kind === 'all' || kind === 'ids') return store[kind];
    // A diamond: one of its views derives from the other one's source.
    const text = derive(this.#commits, [store.record(id)], (record) => record?.text);
    const count = derive(this.#commits, [store.ids], ({ length }) => length);
    return derive(this.#commits, [store.record(id), text, count, store.ids], (record, it, length, ids) => {
      check(record?.text === it && ids.length === length, 'a derived view shows whole commits only');
      return `${it ?? ''}/${length}`;
    });
  }
}

function isShown(kind: ViewKind, value: unknown, expected: unknown): boolean {
  if (kind !== 'entry') return isDeepStrictEqual(value, expected);
  const { error, ...entry } = value as Entry<Note>;
  const { isFailed, order: _, ...rest } = expected as { isFailed: boolean; order: unknown };
  return (error !== undefined) === isFailed && JSON.stringify(sorted(entry)) === JSON.stringify(sorted(rest));
}

function sorted(value: object): unknown {
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Optimized, because it is called some hundred million times. */
function check(holds: boolean, rule: string): void {
  if (!holds) throw new Error(`violated: ${rule}`);
}
