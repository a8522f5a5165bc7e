import { Observable } from 'rxjs';
import type { Transition } from './transition.js';
import type { TransitionHistory } from './transition-history.js';

/**
 * Tells each subscriber the kept transitions after a sequence, then those that happen: in order, none twice. What
 * happens while it is still told of the past, by its own doing, waits for its turn.
 *
 * @param since asked for at each subscription.
 */
export function followTransitions(
  live: Observable<Transition>,
  history: TransitionHistory,
  since: () => number,
): Observable<Transition> {
  return new Observable((subscriber) => {
    let last = Math.min(since(), history.latest);
    const waiting = history.after(last);
    let isWaiting = true;

    function tell(transition: Transition): void {
      // The history has it with the commit, `live` tells it after the views: who subscribes in between has had it.
      if (transition.sequence <= last) return;
      last = transition.sequence;
      subscriber.next(transition);
    }

    const listening = live.subscribe({
      next: (transition) => (isWaiting ? void waiting.push(transition) : tell(transition)),
      complete: () => (isWaiting ? undefined : subscriber.complete()),
    });
    subscriber.add(listening);
    for (const transition of waiting) tell(transition);
    isWaiting = false;
    if (listening.closed) subscriber.complete();
  });
}
