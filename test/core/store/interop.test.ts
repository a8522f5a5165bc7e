import * as rx from 'rxjs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import Observable from 'zen-observable';
import { createNotes } from './notes.js';

afterEach(() => vi.restoreAllMocks());

/** The types of zen-observable accept no other Observable. */
const asLike = <T>(stream: object): Observable<T> => stream as Observable<T>;

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('with RxJS', () => {
  test('a view is an Observable: `from` returns it, and `isObservable` accepts it', () => {
    const { text } = createNotes();
    expect(rx.from(text)).toBe(text);
    expect(rx.isObservable(text)).toBe(true);
    expect(text).toBeInstanceOf(rx.Observable);
  });

  test.each<[string, (text: rx.Observable<string | undefined>, fail: () => never) => rx.Subscription]>([
    ['an operator', (text, fail) => text.pipe(rx.map(fail)).subscribe()],
    ['an asynchronous operator', (text, fail) => text.pipe(rx.delay(0), rx.map(fail)).subscribe()],
  ])('an error that %s throws reaches onError, and does not end the process', async (_, subscribe) => {
    const { text, say, errors } = createNotes();
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
});

test('zen-observable, which uses Symbol.observable, accepts views', async () => {
  const { store, say, isWatched } = createNotes();
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
      const fresh = await import('./notes.js');
      const { store } = fresh.createNotes();
      holder.observable = symbol;
      const view = store.record('a') as unknown as Record<symbol, () => unknown>;
      expect(view[symbol]?.()).toBe(view);
    } finally {
      Object.defineProperty(Symbol, 'observable', { value: before, configurable: true, writable: true });
    }
  },
);
