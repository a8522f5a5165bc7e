import type { Clock } from '../../core/shared/clock.js';
import type { RecordChange, StoredRecord } from '../account/account.js';
import type { ScriptStep } from './script.js';

/** Changes one record; `undefined` when it does not exist. */
export type Change = (change: RecordChange) => Promise<StoredRecord | undefined>;

/** The scripts of all records. They live in the process: what has not happened yet is forgotten when it ends. */
export interface ScriptedChanges {
  /**
   * Accepts a script: what is due at once is done, the later steps wait for their time. Several scripts of one
   * record all run. Changes happen one after another, in the order in which they fall due.
   *
   * @param owner names the record, to {@link cancel} by.
   * @returns the record after the steps that were due at once; `undefined` when it does not exist, and no step waits.
   */
  run(owner: string, steps: readonly ScriptStep[], change: Change): Promise<StoredRecord | undefined>;
  /**
   * Cancels the waiting steps of a record, or of all of them, also what is left of those that are done at once.
   * Resolves when no change is under way any more.
   */
  cancel(owner?: string): Promise<void>;
}

/** What scripts need. */
export interface ScriptedChangesOptions {
  readonly clock: Clock;
  /** Told when a later step cannot be carried out: nobody waits for it who could be. */
  readonly onFailure: (owner: string) => void;
}

interface WaitingStep {
  readonly owner: string;
  readonly cancelTimer: () => void;
}

/** Makes the scripts of a service; there are none at first. */
export function createScriptedChanges({ clock, onFailure }: ScriptedChangesOptions): ScriptedChanges {
  const waiting = new Set<WaitingStep>();
  let lastChange: Promise<unknown> = Promise.resolve();

  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const done = lastChange.then(work);
    lastChange = done.catch(() => undefined);
    return done;
  };

  const wait = (owner: string, { afterMs = 0, ...change }: ScriptStep, apply: Change): WaitingStep => {
    // It stays among the waiting until its change begins: so a cancellation also reaches what is due and queued.
    const run = async (): Promise<unknown> => (waiting.delete(step) ? apply(change) : undefined);
    const onDue = (): void => void inOrder(run).catch(() => onFailure(owner));
    const step: WaitingStep = { owner, cancelTimer: clock.schedule(onDue, afterMs) };
    waiting.add(step);
    return step;
  };

  const forget = (step: WaitingStep): void => {
    step.cancelTimer();
    waiting.delete(step);
  };

  return {
    async run(owner, steps, apply) {
      const now = steps.filter(({ afterMs = 0 }) => afterMs === 0);
      const underWay: WaitingStep = { owner, cancelTimer: () => {} };
      waiting.add(underWay);
      const done = inOrder(() => applyAll(now, apply, () => waiting.has(underWay)));
      // Before the first await: a reset that comes meanwhile must find these steps.
      const later = steps.slice(now.length).map((step) => wait(owner, step, apply));
      const record = await done.catch(() => undefined);
      waiting.delete(underWay);
      if (record === undefined) later.forEach(forget);
      return done;
    },
    async cancel(owner) {
      [...waiting].filter((step) => owner === undefined || step.owner === owner).forEach(forget);
      await lastChange;
    },
  };
}

/** A script without a step for now still asks whether the record exists: by a change of nothing. */
async function applyAll(
  steps: readonly ScriptStep[],
  apply: Change,
  isWanted: () => boolean,
): Promise<StoredRecord | undefined> {
  let record: StoredRecord | undefined;
  for (const { afterMs: _, ...change } of steps) if (isWanted()) record = await apply(change);
  return record ?? apply({});
}
