import type { Drift } from '../records/drift.js';
import type { PollingCondition } from '../polling/polling-status.js';
import type { FleetError, Operation } from '../shared/fleet-error.js';
import type { ResourceKind } from '../shared/resource-kind.js';

interface ActivityBase {
  /** Unix milliseconds. */
  readonly at: number;
}

export interface RequestActivity extends ActivityBase {
  readonly operation: Operation;
  /** The database id; absent for a create and for the list of indices. */
  readonly id?: string;
}

/**
 * One event of `activityOf(fleet)`, for logs and tools. A union by `kind`. It contains no credentials, headers or records.
 *
 * - `request`: a request was sent.
 * - `answer`: a request succeeded, and its answer is in the store.
 * - `failure`: a request failed.
 * - `commit`: records changed. An answer that changes no record emits no `commit`.
 * - `drift`: the drift of an answer differs from the drift of the previous answer. Without an `id` it concerns the list of
 *   vector indices: `drift` names the elements that were left out. The end of drift emits nothing.
 * - `polling`: the condition of the polling changed.
 */
export type Activity =
  | (RequestActivity & { readonly kind: 'request' })
  | (RequestActivity & { readonly kind: 'answer'; readonly durationMs: number })
  | (RequestActivity & { readonly kind: 'failure'; readonly durationMs: number; readonly error: FleetError })
  | (ActivityBase & { readonly kind: 'commit'; readonly resource: ResourceKind; readonly ids: readonly string[] })
  | (ActivityBase & {
      readonly kind: 'drift';
      readonly resource: ResourceKind;
      readonly id?: string;
      readonly drift: readonly Drift[];
    })
  | (ActivityBase & PollingCondition & { readonly kind: 'polling' });
