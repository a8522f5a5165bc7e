import { usageOf } from '../../core/limits/usage.js';
import type { Fleet } from '../../core/fleet/fleet.js';
import { rowKey, type RowRef } from './row-facts.js';

/** Subscriptions to the rows on the screen, which are polled faster than others. */
export interface RowWatch {
  /** Subscribes to these rows, and ends the subscriptions to all others. */
  follow(rows: readonly RowRef[]): void;
  stop(): void;
}

/** @param onChange called when the record or the use of a row changes */
export function watchRows(fleet: Fleet, onChange: () => void): RowWatch {
  const { databases, indices } = fleet;
  const followed = new Map<string, () => void>();

  function subscribe({ resource, id }: RowRef): () => void {
    const entry =
      resource === 'database' ? databases.entry(id).subscribe(onChange) : indices.entry(id).subscribe(onChange);
    const subscriptions = [entry, usageOf(fleet, resource, id).subscribe(onChange)];
    return () => subscriptions.forEach((subscription) => subscription.unsubscribe());
  }

  return {
    follow(rows) {
      const wanted = new Map(rows.map((row) => [rowKey(row), row]));
      for (const [key, row] of wanted) if (!followed.has(key)) followed.set(key, subscribe(row));
      for (const [key, end] of followed) {
        if (wanted.has(key)) continue;
        followed.delete(key);
        end();
      }
    },
    stop() {
      for (const end of followed.values()) end();
      followed.clear();
    },
  };
}
