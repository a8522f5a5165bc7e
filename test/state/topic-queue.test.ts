import { expect, test } from 'vitest';
import { TopicQueue } from '../../src/state/topic-queue.js';
import { Topic } from '../../src/state/topic.js';

function drain(queue: TopicQueue, most = 10): (Topic | undefined)[] {
  const taken: (Topic | undefined)[] = [];
  for (let topic = queue.take(); topic !== undefined && taken.length < most; topic = queue.take()) taken.push(topic);
  return taken;
}

test('topics come in the order in which they were put, each once', () => {
  const queue = new TopicQueue();
  const [a, b, c] = [new Topic(), new Topic(), new Topic()];
  for (const topic of [b, a, b, c, c, a]) queue.put(topic);
  const taken = drain(queue);
  expect(taken).toHaveLength(3);
  [b, a, c].forEach((topic, at) => expect(taken[at]).toBe(topic));
  expect(queue.take()).toBe(undefined);
});

test('a topic that was taken may be put again at once, and others while some are taken', () => {
  const queue = new TopicQueue();
  const [a, b, c] = [new Topic(), new Topic(), new Topic()];
  queue.put(a);
  expect(queue.take()).toBe(a);
  queue.put(a);
  queue.put(b);
  expect(queue.take()).toBe(a);
  queue.put(c);
  queue.put(a);
  const rest = drain(queue);
  expect(rest).toHaveLength(3);
  [b, c, a].forEach((topic, at) => expect(rest[at]).toBe(topic));
});

test('one queue takes nothing of another', () => {
  const [one, other] = [new TopicQueue(), new TopicQueue()];
  const [a, b] = [new Topic(), new Topic()];
  one.put(a);
  other.put(b);
  one.put(a);
  expect(drain(one)[0]).toBe(a);
  expect(drain(other)[0]).toBe(b);
});
