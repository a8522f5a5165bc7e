import { describe, expect, test } from 'vitest';
import { Events } from '../../../src/core/store/events.js';
import { createNotes } from './notes.js';

describe('`for await` over a view', () => {
  test('yields the current value, then the latest value at each step', async () => {
    const { text, say, isWatched } = createNotes();
    const emitted: unknown[] = [];
    for await (const now of text) {
      emitted.push(now);
      if (now === 'four') break;
      if (now === undefined) for (const next of ['one', 'two', 'three']) say('a', next);
      else queueMicrotask(() => say('a', 'four'));
    }
    expect(emitted).toEqual([undefined, 'three', 'four']);
    expect(isWatched()).toBe(false);
  });

  test('subscribes at the first step, not before', async () => {
    const { text, say, isWatched } = createNotes();
    const values = text[Symbol.asyncIterator]();
    expect(isWatched()).toBe(false);
    say('a', 'one');
    expect(await values.next()).toEqual({ value: 'one', done: false });
    expect(isWatched()).toBe(true);
    await values.return?.();
    expect(isWatched()).toBe(false);
  });

  test('ends at once when return is called during a pending step', async () => {
    const { text, isWatched } = createNotes();
    const values = text[Symbol.asyncIterator]();
    await values.next();
    const waiting = [values.next(), values.next()];
    await values.return?.();
    expect(await Promise.all(waiting)).toEqual([
      { value: undefined, done: true },
      { value: undefined, done: true },
    ]);
    expect(isWatched()).toBe(false);
    expect(await values.next()).toEqual({ value: undefined, done: true });
  });

  test('resolves concurrent calls of next in order', async () => {
    const { text, say } = createNotes();
    const values = text[Symbol.asyncIterator]();
    const [first, second, third] = [values.next(), values.next(), values.next()];
    say('a', 'one');
    say('a', 'two');
    expect((await first).value).toBeUndefined();
    expect((await second).value).toBe('one');
    expect((await third).value).toBe('two');
  });

  test('ends when the fleet is disposed, after the last value', async () => {
    const { text, say, dispose } = createNotes();
    const emitted: unknown[] = [];
    const values = text[Symbol.asyncIterator]();
    emitted.push((await values.next()).value);
    say('a', 'last');
    dispose();
    emitted.push((await values.next()).value);
    expect(emitted).toEqual([undefined, 'last']);
    expect(await values.next()).toEqual({ value: undefined, done: true });
    // A later iteration still gets the last value.
    const late: unknown[] = [];
    for await (const now of text) late.push(now);
    expect(late).toEqual(['last']);
  });
});

test('`for await` over events reads every event and ends with the stream', async () => {
  const { commits } = createNotes();
  const events = new Events<number>(commits);
  const values = events.stream[Symbol.asyncIterator]();
  const first = values.next();
  expect(events.isObserved).toBe(true);
  for (const event of [1, 2, 3]) events.emit(event);
  events.end();
  expect((await first).value).toBe(1);
  expect(await values.next()).toEqual({ value: 2, done: false });
  expect(await values.next()).toEqual({ value: 3, done: false });
  expect(await values.next()).toEqual({ value: undefined, done: true });
  expect(events.isObserved).toBe(false);
});
