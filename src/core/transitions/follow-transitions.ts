import { Observable } from 'rxjs';
import type { Transition } from './transition.js';
import type { TransitionHistory } from './transition-history.js';

/**
 * Emits the kept transitions after a sequence number, then the new transitions, in order and each once. Transitions that
 * the subscriber causes while it receives the kept transitions are queued.
 *
 * @param since returns the sequence number. Called at each subscription.
 */
export function followTransitions(
  live: Observable<Transition>,
  history: TransitionHistory,
  since: () => number,
): Observable<Transition> {
  return new Observable((subscriber) => {
    let last = Math.min(since(), history.latest);
    const queue = history.after(last);
    let isReplaying = true;

    function emit(transition: Transition): void {
      // `history` gets a transition during the commit, `live` emits it after the views. A subscriber that comes in
      // between would get the transition twice.
      if (transition.sequence <= last) return;
      last = transition.sequence;
      subscriber.next(transition);
    }

    const subscription = live.subscribe({
      next: (transition) => (isReplaying ? void queue.push(transition) : emit(transition)),
      complete: () => (isReplaying ? undefined : subscriber.complete()),
    });
    subscriber.add(subscription);
    for (const transition of queue) emit(transition);
    isReplaying = false;
    if (subscription.closed) subscriber.complete();
  });
}
