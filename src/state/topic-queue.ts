import type { Topic } from './topic.js';

/**
 * Topics that are to wake their listeners, in the order in which they changed, each once. A chain through the topics
 * themselves: nothing is allocated for the one that most commits change.
 */
export class TopicQueue {
  #first: Topic | undefined;
  #last: Topic | undefined;

  put(topic: Topic): void {
    if (topic.nextTouched !== undefined) return;
    topic.nextTouched = topic;
    if (this.#last === undefined) this.#first = topic;
    else this.#last.nextTouched = topic;
    this.#last = topic;
  }

  /** What comes next, if anything does: it may be put again from then on. */
  take(): Topic | undefined {
    const topic = this.#first;
    if (topic === undefined) return undefined;
    const isLast = topic === this.#last;
    this.#first = isLast ? undefined : topic.nextTouched;
    if (isLast) this.#last = undefined;
    topic.nextTouched = undefined;
    return topic;
  }
}
