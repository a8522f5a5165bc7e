import type { Subscription } from 'rxjs';
import { vi } from 'vitest';
import type { View } from '../../../src/index.js';

/** Returns a function that counts the subscriptions to views since the start, and the open ones. */
export function countSubscriptions(views: readonly View<unknown>[]) {
  const made: Subscription[] = [];
  for (const view of views) {
    const subscribe = view.subscribe.bind(view) as (...observer: unknown[]) => Subscription;
    vi.spyOn(view, 'subscribe').mockImplementation(((...observer: unknown[]) => {
      const subscription = subscribe(...observer);
      made.push(subscription);
      return subscription;
    }) as typeof view.subscribe);
  }
  return () => ({ made: made.length, open: made.filter(({ closed }) => !closed).length });
}
