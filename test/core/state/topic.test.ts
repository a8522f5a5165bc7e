import { describe, expect, test, vi } from 'vitest';
import { Topic, type Listener } from '../../../src/core/state/topic.js';

function setUp() {
  const topic = new Topic();
  /** When it became watched, and when not. */
  const log: boolean[] = [];
  const woken: string[] = [];
  const listeners: Record<string, Listener> = {};
  /** @param act what it does when it is woken */
  function add(name: string, act: () => void = () => {}): Listener {
    const wake = (): void => {
      woken.push(name);
      act();
    };
    const listener: Listener = { wake, end: () => remove(name), before: undefined, after: undefined };
    listeners[name] = listener;
    if (topic.add(listener)) log.push(true);
    return listener;
  }
  function remove(...names: string[]): void {
    for (const name of names) if (topic.remove(listeners[name] as Listener)) log.push(false);
  }
  return { topic, log, woken, add, remove };
}

describe('listeners of a topic', () => {
  test('are woken in the order in which they came', () => {
    const { topic, woken, add, remove } = setUp();
    for (const name of ['a', 'b', 'c', 'd']) add(name);
    remove('b');
    add('e');
    remove('a');
    topic.wake();
    remove('e');
    add('f');
    topic.wake();
    expect(woken.join('')).toBe('cdecdf');
  });

  test.each([
    [['b'], 'acde', 'acde'],
    [['b', 'c'], 'ade', 'ade'],
    [['c', 'b', 'd'], 'ae', 'ae'],
    [['a', 'b', 'c', 'd', 'e'], 'a', ''],
    [['e'], 'abcd', 'abcd'],
  ])('may take %j away while the first one is woken', (gone, first, second) => {
    const { topic, woken, add, remove } = setUp();
    const leave = vi.fn<() => void>(() => remove(...gone));
    let isFirst = true;
    add('a', () => {
      if (isFirst) leave();
      isFirst = false;
    });
    for (const name of ['b', 'c', 'd', 'e']) add(name);
    topic.wake();
    expect(woken.join('')).toBe(first);
    woken.length = 0;
    topic.wake();
    expect(woken.join('')).toBe(second);
  });

  test('may come while others are woken', () => {
    const { topic, woken, add } = setUp();
    add('a', () => woken.length === 1 && add('c'));
    add('b');
    topic.wake();
    topic.wake();
    expect(woken.join('')).toBe('abcabc');
  });

  test('may be taken away by those of another topic that is woken meanwhile', () => {
    const [outer, inner] = [setUp(), setUp()];
    inner.add('x', () => outer.remove('b', 'c'));
    inner.add('y');
    outer.add('a', () => outer.woken.length === 1 && inner.topic.wake());
    for (const name of ['b', 'c', 'd']) outer.add(name);
    outer.topic.wake();
    outer.topic.wake();
    expect(inner.woken.join('')).toBe('xy');
    expect(outer.woken.join('')).toBe('adad');
  });

  test('are woken as before after one of them threw', () => {
    const { topic, woken, add, remove } = setUp();
    add('a', () => {
      if (woken.length === 1) throw new RangeError('of a listener');
    });
    for (const name of ['b', 'c']) add(name);
    expect(() => topic.wake()).toThrow(RangeError);
    remove('b');
    topic.wake();
    expect(woken.join('')).toBe('aac');
  });

  test('all end, also where some leave meanwhile', () => {
    const { topic, log, add } = setUp();
    for (const name of ['a', 'b', 'c']) add(name);
    topic.end();
    expect(topic.isWatched).toBe(false);
    expect(log).toEqual([true, false]);
  });

  test('hold on to none of the others once they have left', () => {
    const { add, remove } = setUp();
    const first = add('a');
    add('b');
    remove('a');
    add('c');
    remove('b');
    expect(first).toMatchObject({ before: undefined, after: undefined });
  });

  test('make it watched, and not watched when the last one leaves', () => {
    const { topic, log, add, remove } = setUp();
    expect(topic.isWatched).toBe(false);
    add('a');
    add('b');
    remove('a');
    expect(topic.isWatched).toBe(true);
    remove('b');
    expect(topic.isWatched).toBe(false);
    add('c');
    expect(log).toEqual([true, false, true]);
  });
});
