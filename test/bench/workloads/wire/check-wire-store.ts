import { deepStrictEqual } from 'node:assert/strict';
import type { WirePeer } from './wire-store.js';

/** The changes in sequence, and whether the subscriber must be notified. */
export interface WireStep {
  readonly text: string;
  readonly isChange: boolean;
}

/** Checks a store before it is measured: it must keep the record, and notify of every change once. */
export function checkWireStore({ name, create }: WirePeer, id: string, steps: readonly WireStep[]): void {
  const store = create();
  let notifications = 0;
  store.subscribe(id, () => void (notifications += 1));
  for (const { text, isChange } of steps) {
    notifications = 0;
    store.take(id, text);
    deepStrictEqual(
      { name, notifications, record: store.read(id) },
      { name, notifications: isChange ? 1 : 0, record: JSON.parse(text) },
    );
  }
}
