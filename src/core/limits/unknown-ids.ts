import type { ResourceKind } from '../shared/resource-kind.js';

type IdFunction<T> = (resource: ResourceKind, id: string) => T;

/** Bounds the number of ids that have usage and are not known to the fleet. */
export interface UnknownIds {
  /** An id got usage. If there are too many unknown ids, the oldest one is forgotten. */
  readonly note: IdFunction<void>;
  /** The usage of an id is gone. */
  readonly delete: IdFunction<void>;
}

/** Usage can be reported before its resource is known. The bound keeps ids that stay unknown from piling up. */
const MAX_UNKNOWN_IDS = 1000;

export function createUnknownIds(isKnown: IdFunction<boolean>, forget: IdFunction<void>): UnknownIds {
  /** Functions that forget the ids that were unknown at their last report, oldest first. */
  const drops = new Map<string, () => void>();
  const keyOf: IdFunction<string> = (resource, id) => `${resource}/${id}`;

  return {
    note(resource, id) {
      const key = keyOf(resource, id);
      drops.delete(key);
      if (isKnown(resource, id)) return;
      drops.set(key, () => isKnown(resource, id) || forget(resource, id));
      if (drops.size <= MAX_UNKNOWN_IDS) return;
      for (const [oldest, drop] of drops) {
        drops.delete(oldest);
        drop();
        return;
      }
    },
    delete: (resource, id) => void drops.delete(keyOf(resource, id)),
  };
}
