import type { Kernel } from '../core/fleet/kernel.js';
import { unconfirmedPart } from '../core/fleet/unconfirmed-creates.js';
import { usagePart } from '../core/limits/usage.js';

/** The parts of a fleet that a store reads and restores. None of them holds a credential. */
export type PersistedParts = ReturnType<typeof persistedPartsOf>;

/** A fleet with a store keeps usage from its beginning. */
export function persistedPartsOf(kernel: Kernel) {
  const { commits, options, databases, indices, known, list, transitions } = kernel;
  return {
    commits,
    clock: options.clock,
    databases,
    indices,
    known,
    list,
    ledger: usagePart(kernel),
    transitions,
    unconfirmed: unconfirmedPart(kernel),
  };
}
