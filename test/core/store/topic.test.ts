import { describe, expect, test, vi } from 'vitest';
import { Topic, type Listener } from '../../../src/core/store/topic.js';

function setUp() {
  const topic = new Topic();
  const notified: string[] = [];
  const listeners: Record<string, Listener> = {};
  /** @param act what it does when it is notified */
  function add(name: string, act: () => void = () => {}): Listener {
    const notify = (): void => {
      notified.push(name);
      act();
    };
    const listener: Listener = { notify, end: () => remove(name) };
    listeners[name] = listener;
    topic.add(listener);
    return listener;
  }
  function remove(...names: string[]): void {
    for (const name of names) topic.remove(listeners[name] as Listener);
  }
  return { topic, notified, add, remove };
}

describe('listeners of a topic', () => {
  test('are notified in the order of subscription', () => {
    const { topic, notified, add, remove } = setUp();
    for (const name of ['a', 'b', 'c', 'd']) add(name);
    remove('b');
    add('e');
    remove('a');
    topic.notify();
    remove('e');
    add('f');
    topic.notify();
    expect(notified.join('')).toBe('cdecdf');
  });

  test.each([
    [['b'], 'acde', 'acde'],
    [['b', 'c'], 'ade', 'ade'],
    [['c', 'b', 'd'], 'ae', 'ae'],
    [['a', 'b', 'c', 'd', 'e'], 'a', ''],
    [['e'], 'abcd', 'abcd'],
  ])('may remove %j during the notification of the first one', (gone, first, second) => {
    const { topic, notified, add, remove } = setUp();
    const leave = vi.fn<() => void>(() => remove(...gone));
    let isFirst = true;
    add('a', () => {
      if (isFirst) leave();
      isFirst = false;
    });
    for (const name of ['b', 'c', 'd', 'e']) add(name);
    topic.notify();
    expect(notified.join('')).toBe(first);
    notified.length = 0;
    topic.notify();
    expect(notified.join('')).toBe(second);
  });
});
