import * as v from 'valibot';
import { inspectRequest } from '../../core/records/inspect.js';
import type { Clock } from '../../core/shared/clock.js';
import type { FleetIssue } from '../../core/shared/fleet-error.js';
import { isObject } from '../../core/shared/is-object.js';
import { createSequence } from '../../core/shared/sequence.js';
import type { RecordChange, StoredRecord } from '../account/record-store.js';

/**
 * One change of a record, now or later.
 *
 * @example
 * ```ts
 * const step: ScriptStep = { afterMs: 5_000, set: { state: 'suspended', db_request_limit: 2n ** 62n } };
 * ```
 */
export interface ScriptStep {
  /** Delay after the service accepted the script, milliseconds. Not less than in the step before. @default 0 */
  readonly afterMs?: number;
  /** Fields to set. Any JSON is allowed, including undocumented fields. A bigint keeps all its digits. */
  readonly set?: StoredRecord;
  /** Names of fields to remove. A field that is also set is removed. */
  readonly unset?: readonly string[];
}

const stepSchema = v.object({
  afterMs: v.exactOptional(v.pipe(v.number(), v.finite(), v.minValue(0), v.title('milliseconds, a number, 0 or more'))),
  set: v.exactOptional(v.custom<StoredRecord>(isObject, 'an object')),
  unset: v.exactOptional(v.array(v.string())),
}) satisfies v.GenericSchema<ScriptStep>;

const scriptSchema = v.object({ steps: v.pipe(v.array(stepSchema), v.title('a list of steps')) });

/** Each step is written and synced before the next, so many due steps would delay other changes. */
const MAX_STEPS = 1000;

/** Returns an issue for every invalid path of a script, without values. */
export function inspectScript(body: unknown): FleetIssue[] {
  // Checked first, because inspecting a million steps takes long.
  if (isObject(body) && Array.isArray(body['steps']) && body['steps'].length > MAX_STEPS)
    return [{ path: 'steps', message: `expected a list of at most ${MAX_STEPS} steps` }];
  const issues = inspectRequest(scriptSchema, body);
  if (issues.length > 0) return issues;
  const { steps } = body as v.InferOutput<typeof scriptSchema>;
  return steps.flatMap((step, at) => {
    const before = steps[at - 1]?.afterMs ?? 0;
    const message = 'must not be earlier than the step before';
    return (step.afterMs ?? 0) < before ? [{ path: `steps[${at}].afterMs`, message }] : [];
  });
}

/** Changes one record. Resolves to `undefined` for an unknown record. */
export type Change = (change: RecordChange) => Promise<StoredRecord | undefined>;

/** The scripts of all records. They are in memory: waiting steps are lost when the process ends. */
export type ScriptedChanges = ReturnType<typeof createScriptedChanges>;

interface WaitingStep {
  readonly owner: string;
  readonly cancelTimer: () => void;
}

/** @param onFailure called when a later step fails, because no caller waits for such a step */
export function createScriptedChanges(clock: Clock, onFailure: (owner: string) => void) {
  const waiting = new Set<WaitingStep>();
  const inOrder = createSequence();

  const wait = (owner: string, { afterMs = 0, ...change }: ScriptStep, apply: Change): WaitingStep => {
    const onDue = (): void => {
      waiting.delete(step);
      inOrder(() => apply(change)).catch(() => onFailure(owner));
    };
    const step: WaitingStep = { owner, cancelTimer: clock.schedule(onDue, afterMs) };
    waiting.add(step);
    return step;
  };

  const forget = (step: WaitingStep): void => {
    step.cancelTimer();
    waiting.delete(step);
  };

  return {
    /**
     * Accepts a script. Carries out the steps that are due now, and schedules the later steps. A record can have several
     * scripts. All changes run in sequence, in the order of their due times.
     *
     * @param owner the name of the record, for {@link cancel}.
     * @returns the record after the steps that are due now. `undefined` for an unknown record; then no step waits.
     */
    async run(owner: string, steps: readonly ScriptStep[], apply: Change) {
      const now = steps.filter(({ afterMs = 0 }) => afterMs === 0);
      const done = inOrder(async () => {
        let record: StoredRecord | undefined;
        for (const { afterMs: _, ...change } of now) record = await apply(change);
        // A script without a due step applies an empty change, to find out whether the record exists.
        return record ?? apply({});
      });
      // Scheduled before the first await, so that a concurrent reset finds these steps.
      const later = steps.slice(now.length).map((step) => wait(owner, step, apply));
      const record = await done.catch(() => undefined);
      if (record === undefined) later.forEach(forget);
      return done;
    },
    /** Cancels the later steps of one record, or of all records. Resolves when the steps that were due have ended. */
    async cancel(owner?: string) {
      [...waiting].filter((step) => owner === undefined || step.owner === owner).forEach(forget);
      await inOrder(async () => {});
    },
  };
}
