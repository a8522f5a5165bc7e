import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as rx from 'rxjs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import Observable from 'zen-observable';
import { derived, get, readable, type Readable } from 'svelte/store';
import { createCell } from '../../../src/core/store/cell.js';
import type { View } from '../../../src/core/store/view.js';
import { createNotes } from './create-notes.js';
import { watchedIds } from './watched-ids.js';

afterEach(() => vi.restoreAllMocks());

function setUp() {
  const notes = createNotes();
  const text = notes.store.field('a', 'text');
  return { ...notes, text, isWatched: (): boolean => watchedIds(notes.store).includes('a') };
}

const require = createRequire(import.meta.url);

// For Node it offers what runs on a server, where nothing reacts.
const solid = require('solid-js/dist/solid.cjs') as typeof import('solid-js');

/** Svelte accepts Observables as stores, but its types do not. */
const asStore = <T>(view: View<T>): Readable<T> => view as unknown as Readable<T>;

/** The types of zen-observable accept no other Observable. */
const asLike = <T>(stream: object): Observable<T> => stream as Observable<T>;

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('with RxJS', () => {
  test('a view is an Observable: `from` returns it, and `isObservable` accepts it', () => {
    const { text } = setUp();
    expect(rx.from(text)).toBe(text);
    expect(rx.isObservable(text)).toBe(true);
    expect(text).toBeInstanceOf(rx.Observable);
  });

  test('an error callback as the second argument is never called', () => {
    const { text, say } = setUp();
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const failures: unknown[] = [];
    const emitted: unknown[] = [];
    const next = (now: unknown): void => void emitted.push(now);
    const onError = (): void => void failures.push('named');
    text.subscribe(next, (error: unknown) => failures.push(error));
    text.subscribe(next, onError);
    text.subscribe(next, console.error);
    text.subscribe(
      next,
      () => failures.push('with a callback for the end'),
      () => {},
    );
    say('a', 'one');
    expect(emitted).toHaveLength(8);
    expect(failures).toEqual([]);
    expect(logged).not.toHaveBeenCalled();
  });

  test('`firstValueFrom` reads the current value and unsubscribes', async () => {
    const { text, say, isWatched } = setUp();
    say('a', 'one');
    expect(await rx.firstValueFrom(text)).toBe('one');
    expect(isWatched()).toBe(false);
    const later = rx.firstValueFrom(text.pipe(rx.skip(1)));
    say('a', 'two');
    expect(await later).toBe('two');
    expect(isWatched()).toBe(false);
  });

  test('`lastValueFrom` and `forEach` wait for the end of the fleet', async () => {
    const { text, say, dispose } = setUp();
    const emitted: unknown[] = [];
    const last = rx.lastValueFrom(text);
    const each = text.forEach((now) => void emitted.push(now));
    say('a', 'one');
    dispose();
    await each;
    expect(await last).toBe('one');
    expect(emitted).toEqual([undefined, 'one']);
  });

  const operators: readonly (readonly [string, rx.OperatorFunction<string | undefined, unknown>, unknown[]])[] = [
    ['map', rx.map((now) => `<${now}>`), ['<undefined>', '<one>', '<two>']],
    ['take(1)', rx.take(1), [undefined]],
    ['first', rx.first((now) => now === 'one'), ['one']],
    ['shareReplay', rx.shareReplay({ bufferSize: 1, refCount: true }), [undefined, 'one', 'two']],
    ['switchMap', rx.switchMap((now) => rx.of(now, now)), [undefined, undefined, 'one', 'one', 'two', 'two']],
  ];

  test.each(operators)('`%s` works on views and leaves no subscription', (_, operator, expected) => {
    const { text, say, isWatched, errors } = setUp();
    const emitted: unknown[] = [];
    const subscription = text.pipe(operator).subscribe((value) => emitted.push(value));
    say('a', 'one');
    say('a', 'two');
    subscription.unsubscribe();
    say('a', 'three');
    expect(emitted).toEqual(expected);
    expect(isWatched()).toBe(false);
    expect(errors).toEqual([]);
  });

  test('`switchMap` unsubscribes from the previous view', () => {
    const { store, say, commits } = createNotes();
    const chosen = createCell(commits, 'a');
    const emitted: unknown[] = [];
    say('a', 'of a');
    say('b', 'of b');
    const subscription = chosen.view
      .pipe(rx.switchMap((id) => store.field(id, 'text')))
      .subscribe((text) => emitted.push(text));
    chosen.set('b');
    say('a', 'unseen');
    say('b', 'seen');
    expect(emitted).toEqual(['of a', 'of b', 'seen']);
    expect(watchedIds(store)).toEqual(['b']);
    subscription.unsubscribe();
    expect(watchedIds(store)).toEqual([]);
  });

  test('a subscription can contain others, be contained in others, and end twice', () => {
    const { text, isWatched } = setUp();
    const teardown = vi.fn<() => void>();
    const parent = new rx.Subscription();
    const child = text.subscribe();
    child.add(teardown);
    parent.add(child);
    expect(child.closed).toBe(false);
    parent.unsubscribe();
    child.unsubscribe();
    expect(child.closed).toBe(true);
    expect(teardown).toHaveBeenCalledOnce();
    expect(isWatched()).toBe(false);
    expect(() => text.subscribe(null).add(child)).not.toThrow();
  });

  test('a teardown that throws does not keep other subscribers from completing', () => {
    const { text, dispose, errors } = setUp();
    const complete = vi.fn<() => void>();
    text.subscribe().add(() => {
      throw new RangeError('of a teardown');
    });
    text.subscribe({ complete });
    dispose();
    expect(complete).toHaveBeenCalledOnce();
    expect(errors).toHaveLength(1);
  });

  test.each<[string, (text: rx.Observable<string | undefined>, fail: () => never) => rx.Subscription]>([
    ['an operator', (text, fail) => text.pipe(rx.map(fail)).subscribe()],
    ['an operator, with a subscriber,', (text, fail) => text.pipe(rx.map(fail)).subscribe(() => {})],
    ['an asynchronous operator', (text, fail) => text.pipe(rx.delay(0), rx.map(fail)).subscribe()],
    [
      'a flattened observable',
      (text, fail) => text.pipe(rx.switchMap(() => rx.timer(0).pipe(rx.map(fail)))).subscribe(),
    ],
  ])('an error that %s throws reaches onError, and does not end the process', async (_, subscribe) => {
    const { text, say, errors } = setUp();
    const unhandled = vi.fn<(error: unknown) => void>();
    const emitted: unknown[] = [];
    process.once('uncaughtException', unhandled);
    subscribe(text, () => {
      throw new RangeError('of a user');
    });
    text.subscribe((now) => emitted.push(now));
    say('a', 'one');
    await turn();
    await turn();
    process.removeListener('uncaughtException', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
    expect(errors.length).toBeGreaterThan(0);
    for (const error of errors) expect(error).toBeInstanceOf(RangeError);
    expect(emitted).toEqual([undefined, 'one']);
  });

  test('operators and subscribers of another copy of RxJS leave no subscription', () => {
    const other = require(join(dirname(require.resolve('rxjs/package.json')), 'dist/bundles/rxjs.umd.js')) as typeof rx;
    expect(other.Observable).not.toBe(rx.Observable);
    const { text, say, isWatched } = setUp();
    const emitted: unknown[] = [];
    text.pipe(other.take(2)).subscribe((now) => emitted.push(now));
    other
      .from(text)
      .pipe(other.take(2))
      .subscribe((now) => emitted.push(now));
    const endless = other.from(text).subscribe();
    const piped = text.pipe(other.map(String), rx.map(String)).subscribe();
    say('a', 'one');
    expect(emitted).toEqual([undefined, undefined, 'one', 'one']);
    expect(isWatched()).toBe(true);
    endless.unsubscribe();
    piped.unsubscribe();
    expect(isWatched()).toBe(false);
  });
});

describe('with Svelte', () => {
  test('a view is a store: `get` and `derived` accept it, and unsubscribe', () => {
    const { text, say, isWatched } = setUp();
    say('a', 'one');
    expect(get(asStore(text))).toBe('one');
    const emitted: unknown[] = [];
    const unsubscribe = derived([asStore(text), readable(7)], ([now, seven]) => `${now} ${seven}`).subscribe((now) =>
      emitted.push(now),
    );
    say('a', 'two');
    expect(emitted).toEqual(['one 7', 'two 7']);
    unsubscribe();
    expect(isWatched()).toBe(false);
  });
});

describe('with Solid', () => {
  test('`from` makes a signal from a view, which unsubscribes with its owner', () => {
    const { text, say, isWatched } = setUp();
    say('a', 'one');
    const { signal, dispose } = solid.createRoot((end) => ({ signal: solid.from(text), dispose: end }));
    expect(signal()).toBe('one');
    say('a', 'two');
    expect(signal()).toBe('two');
    dispose();
    expect(isWatched()).toBe(false);
  });
});

describe('with libraries that use Symbol.observable', () => {
  test('`@@observable` returns the view', () => {
    const { text } = setUp();
    const views = text as unknown as Record<string, () => unknown>;
    expect(views['@@observable']?.()).toBe(text);
  });

  test('zen-observable accepts views', async () => {
    const { store, say, isWatched } = setUp();
    const emitted: unknown[] = [];
    const subscription = Observable.from(asLike(store.field('a', 'text'))).subscribe((now) => emitted.push(now));
    // It delivers values that arrive during its subscription a moment later.
    await turn();
    say('a', 'one');
    subscription.unsubscribe();
    say('a', 'two');
    expect(emitted).toEqual([undefined, 'one']);
    expect(isWatched()).toBe(false);
  });
});

test.each(['before', 'after'])(
  'a polyfill of Symbol.observable works if it is installed %s fleetglass is loaded',
  async (when) => {
    vi.resetModules();
    const holder = Symbol as unknown as { observable?: symbol };
    const symbol = Symbol('of a polyfill');
    const { observable: before } = holder;
    try {
      Object.defineProperty(Symbol, 'observable', { value: undefined, configurable: true, writable: true });
      if (when === 'before') holder.observable = symbol;
      const fresh = await import('./create-notes.js');
      const { store } = fresh.createNotes();
      holder.observable = symbol;
      const view = store.record('a') as unknown as Record<symbol, () => unknown>;
      expect(view[symbol]?.()).toBe(view);
    } finally {
      Object.defineProperty(Symbol, 'observable', { value: before, configurable: true, writable: true });
    }
  },
);
