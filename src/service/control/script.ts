import * as v from 'valibot';
import { isObject } from '../../core/shared/is-object.js';
import type { FleetIssue } from '../../core/shared/fleet-error.js';
import type { StoredRecord } from '../account/stored-record.js';
import { inspectRequest } from '../../core/records/inspect-request.js';

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
  return issues.length > 0 ? issues : outOfOrder((body as v.InferOutput<typeof scriptSchema>).steps);
}

function outOfOrder(steps: readonly ScriptStep[]): FleetIssue[] {
  return steps.flatMap((step, at) => {
    const before = steps[at - 1]?.afterMs ?? 0;
    const message = 'must not be earlier than the step before';
    return (step.afterMs ?? 0) < before ? [{ path: `steps[${at}].afterMs`, message }] : [];
  });
}
