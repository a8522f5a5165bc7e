import { expect, test } from 'vitest';
import { Topic, type Listener } from '../../../src/core/store/topic.js';

test('the listeners of a topic are notified in the order of subscription', () => {
  const topic = new Topic();
  const notified: string[] = [];
  const listeners = new Map<string, Listener>();
  const add = (name: string): void => {
    const listener = { notify: () => void notified.push(name), end: () => {} };
    listeners.set(name, listener);
    topic.add(listener);
  };
  const remove = (name: string): boolean => topic.remove(listeners.get(name) as Listener);
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
