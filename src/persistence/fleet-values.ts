import type { Kernel } from '../core/fleet/kernel.js';
import { unconfirmedPart } from '../core/fleet/unconfirmed-creates.js';
import { usagePart } from '../core/limits/usage-part.js';
import type { ResourceKind } from '../core/shared/resource-kind.js';
import { entryText, historyText, positionText, splitKey, type ValueKind } from './stored-values.js';

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

/** The current texts of a fleet's values. */
export type FleetValues = ReturnType<typeof createFleetValues>;

/** @param creates the texts of the creates under way, by their keys. */
export function createFleetValues(parts: PersistedParts, creates: ReadonlyMap<string, string>) {
  const { clock, databases, indices, known, ledger, list, transitions } = parts;
  let lastPosition = 0;

  function nextPositionText(): string {
    lastPosition = Math.max(lastPosition + 1, 1000 * clock.now());
    return positionText(lastPosition);
  }

  function isKept(resource: ResourceKind, id: string): boolean {
    return resource === 'database' ? known.isAdded(id) : indices.isMember(id);
  }

  const readers: Readonly<Record<ValueKind, (id: string) => string | undefined>> = {
    create: (key) => creates.get(key),
    id: (id) => (known.isAdded(id) ? nextPositionText() : undefined),
    'change-number': () => String(transitions.latest),
    change(sequence) {
      const [transition] = transitions.after(Number(sequence) - 1);
      return transition?.sequence === Number(sequence) ? JSON.stringify(transition) : undefined;
    },
    record: (id) => (known.isAdded(id) ? entryText(databases.peek(id)) : undefined),
    index: (id) => (indices.isMember(id) ? entryText(indices.peek(id)) : undefined),
    list: () => JSON.stringify({ listedAt: list.entry.confirmedAt }),
    usage(key) {
      const [resource, id] = splitKey(key) as [ResourceKind, string];
      if (!isKept(resource, id)) return undefined;
      const sample = Object.entries(ledger.peek(resource, id) ?? {});
      if (sample.length === 0) return undefined;
      return JSON.stringify(sample.map(([field, { history: _, ...reading }]) => ({ resource, id, field, ...reading })));
    },
    'usage-history'(key) {
      const [resource, id] = splitKey(key) as [ResourceKind, string];
      const series = isKept(resource, id) ? ledger.peekSeries(resource, id) : undefined;
      return series && historyText(series);
    },
  };

  return {
    /** The text to store under a key now; `undefined` if the value has to be deleted. */
    textOf: (key: string): string | undefined => {
      const [kind, id] = splitKey(key) as [ValueKind, string];
      return readers[kind](id);
    },
    /** Ids that are added later get higher positions than this one. */
    continueAfter: (position: number) => void (lastPosition = Math.max(lastPosition, position)),
  };
}
