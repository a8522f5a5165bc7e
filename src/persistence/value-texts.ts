import type { PersistedParts } from './persisted-parts.js';
import type { ResourceKind } from '../core/shared/resource-kind.js';
import type { ReadText } from './saver.js';
import { entryText, historyText, positionText, splitKey } from './stored-values.js';

/** The current texts of a fleet's values, by kind. Each function takes the id of the value's key. */
export interface ValueTexts {
  readonly id: ReadText;
  readonly record: ReadText;
  readonly index: ReadText;
  readonly list: ReadText;
  /** Takes the sequence number of a transition. */
  readonly change: ReadText;
  /** Takes the kind and the id of a resource, with a slash between them. */
  readonly usage: ReadText;
  /** Takes the same as `usage`. */
  readonly history: ReadText;
  /** Ids that are added later get higher positions than this one. */
  continueAfter(position: number): void;
}

export function createValueTexts({
  clock,
  databases,
  indices,
  known,
  ledger,
  list,
  transitions,
}: PersistedParts): ValueTexts {
  let lastPosition = 0;

  function nextPositionText(): string {
    lastPosition = Math.max(lastPosition + 1, 1000 * clock.now());
    return positionText(lastPosition);
  }

  function isKept(resource: ResourceKind, id: string): boolean {
    return resource === 'database' ? known.isAdded(id) : indices.isMember(id);
  }

  return {
    id: (id) => (known.isAdded(id) ? nextPositionText() : undefined),
    record: (id) => (known.isAdded(id) ? entryText(databases.peek(id)) : undefined),
    index: (id) => (indices.isMember(id) ? entryText(indices.peek(id)) : undefined),
    list: () => JSON.stringify({ listedAt: list.entry.confirmedAt }),
    change(sequence) {
      const [transition] = transitions.after(Number(sequence) - 1);
      return transition?.sequence === Number(sequence) ? JSON.stringify(transition) : undefined;
    },
    usage(key) {
      const [resource, id] = splitKey(key) as [ResourceKind, string];
      if (!isKept(resource, id)) return undefined;
      const sample = Object.entries(ledger.peek(resource, id) ?? {});
      if (sample.length === 0) return undefined;
      return JSON.stringify(sample.map(([field, reading]) => ({ resource, id, field, ...reading })));
    },
    history(key) {
      const [resource, id] = splitKey(key) as [ResourceKind, string];
      const series = isKept(resource, id) ? ledger.peekSeries(resource, id) : undefined;
      return series && historyText(series);
    },
    continueAfter: (position) => void (lastPosition = Math.max(lastPosition, position)),
  };
}
