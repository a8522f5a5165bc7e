import * as v from 'valibot';
import { isObject } from '../api/inspect.js';
import type { FleetIssue } from '../shared/fleet-error.js';
import type { StoredRecord } from './account.js';
import { inspectBody } from './control-issues.js';

const stepSchema = v.object({
  /** When, milliseconds after the script was accepted; not earlier than the step before. @default 0 */
  afterMs: v.exactOptional(v.pipe(v.number(), v.finite(), v.minValue(0), v.title('milliseconds, a number, 0 or more'))),
  /** Fields to set: any JSON, also what api.md does not document. A bigint is an integer with all its digits. */
  set: v.exactOptional(v.custom<StoredRecord>(isObject, 'an object')),
  /** Names of fields to remove. */
  unset: v.exactOptional(v.array(v.string())),
});

/** The body of a request that changes a record. */
export const scriptSchema = v.object({ steps: v.pipe(v.array(stepSchema), v.title('a list of steps')) });

/**
 * One change of a record, now or later.
 *
 * @example
 * ```ts
 * const step: ScriptStep = { afterMs: 5_000, set: { state: 'suspended', db_request_limit: 2n ** 62n } };
 * ```
 */
export interface ScriptStep extends v.InferOutput<typeof stepSchema> {}

/** Says what is wrong with `body` as a script, every wrong path at once; nothing if it is one. Never holds a value. */
export function inspectScript(body: unknown): FleetIssue[] {
  const issues = inspectBody(scriptSchema, body);
  return issues.length > 0 ? issues : outOfOrder((body as v.InferOutput<typeof scriptSchema>).steps);
}

function outOfOrder(steps: readonly ScriptStep[]): FleetIssue[] {
  return steps.flatMap((step, at) => {
    const before = steps[at - 1]?.afterMs ?? 0;
    const message = 'must not be earlier than the step before';
    return (step.afterMs ?? 0) < before ? [{ path: `steps[${at}].afterMs`, message }] : [];
  });
}
