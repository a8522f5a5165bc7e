import type { Drift } from '../api/drift.js';
import type { PollingCondition } from '../polling/polling-status.js';
import type { FleetError, Operation } from '../shared/fleet-error.js';
import type { ResourceKind } from '../shared/resource-kind.js';

/** What every activity has. */
interface Happening {
  /** Unix milliseconds. */
  readonly at: number;
}

/** A request to the service, or what became of it. */
interface Exchange extends Happening {
  readonly operation: Operation;
  /** Which database; absent for a create and for the list of indices. */
  readonly id?: string;
}

/**
 * What a fleet does, for logs and tools. It holds facts only: no credentials, no header, no record.
 *
 * - `request`: a request is sent.
 * - `answer`: it was answered, and the answer is in the store.
 * - `failure`: it failed.
 * - `commit`: records changed; of answers that changed nothing there is none.
 * - `drift`: an answer departs from api.md in another way than the one before. Without an `id` it is the list of vector
 *   indices: its `drift` names the elements that were left out.
 * - `polling`: polling stopped, or went on.
 */
export type Activity =
  | (Exchange & { readonly kind: 'request' })
  | (Exchange & { readonly kind: 'answer'; readonly durationMs: number })
  | (Exchange & { readonly kind: 'failure'; readonly durationMs: number; readonly error: FleetError })
  | (Happening & { readonly kind: 'commit'; readonly resource: ResourceKind; readonly ids: readonly string[] })
  | (Happening & {
      readonly kind: 'drift';
      readonly resource: ResourceKind;
      readonly id?: string;
      readonly drift: readonly Drift[];
    })
  | (Happening & PollingCondition & { readonly kind: 'polling' });
