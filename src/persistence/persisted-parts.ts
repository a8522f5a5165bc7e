import type { KnownIds } from '../core/fleet/known-ids.js';
import type { IndexList } from '../core/fleet/index-list.js';
import type { Kernel } from '../core/fleet/kernel.js';
import type { TransitionHistory } from '../core/fleet/transition-log.js';
import { unconfirmedPart, type UnconfirmedCreates } from '../core/fleet/unconfirmed-creates.js';
import type { UsageLedger } from '../core/limits/usage-ledger.js';
import { usagePart } from '../core/limits/usage.js';
import type { Database } from '../core/records/database.js';
import type { IndexRecord } from '../core/records/vector-index.js';
import type { Clock } from '../core/shared/clock.js';
import type { Commits } from '../core/store/commits.js';
import type { EntityStore } from '../core/store/entity-store.js';

/** The parts of a fleet that a store reads and restores. None of them holds a credential. */
export interface PersistedParts {
  readonly commits: Commits;
  readonly clock: Clock;
  readonly databases: EntityStore<Database>;
  readonly indices: EntityStore<IndexRecord>;
  readonly known: KnownIds;
  readonly list: Pick<IndexList, 'entry' | 'onChange' | 'restore'>;
  readonly ledger: UsageLedger;
  readonly transitions: TransitionHistory;
  readonly unconfirmed: UnconfirmedCreates;
}

/** A fleet with a store keeps usage from its beginning. */
export function persistedPartsOf(kernel: Kernel): PersistedParts {
  const { commits, options, databases, indices, known, list, transitions } = kernel;
  return {
    commits,
    clock: options.clock,
    databases,
    indices,
    known,
    list,
    ledger: usagePart(kernel),
    transitions: transitions.history,
    unconfirmed: unconfirmedPart(kernel),
  };
}
