import type { Entry } from '../state/entry.js';

/** Whether an answer, or a failure to get one, made an entry of the one before: and not that one was asked for. */
export function isAnswer<R>(before: Entry<R>, { status, error, confirmedAt, record }: Entry<R>): boolean {
  if (error !== undefined || status !== 'fresh') return error !== undefined && error !== before.error;
  return before.error !== undefined || confirmedAt !== before.confirmedAt || record !== before.record;
}
