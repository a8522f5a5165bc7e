import type { Clock } from '../../core/shared/clock.js';
import type { StateJournal } from './state-journal.js';

/** Work waits while more changes than this are being saved. */
const MAX_UNSAVED = 2000;

/** A store that hangs must not end the work. */
const WAIT_MS = 5000;

/**
 * Makes a function that calls `resume` when the changes so far are saved, or at once if few wait. Thereby a store that is
 * slower than the evaluation bounds the memory.
 */
export function createBacklog(journal: StateJournal, clock: Clock): (resume: () => void) => void {
  return (resume) => {
    if (journal.unsaved < MAX_UNSAVED) return resume();
    let isResumed = false;
    const once = (): void => {
      if (isResumed) return;
      isResumed = true;
      cancel();
      resume();
    };
    const cancel = clock.schedule(once, WAIT_MS);
    journal.afterSave(once);
  };
}
