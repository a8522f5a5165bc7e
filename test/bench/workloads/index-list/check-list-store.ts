import { deepStrictEqual } from 'node:assert/strict';
import type { VectorIndex } from '../../../../src/index.js';
import type { ListPeer } from './list-store.js';

/** An answer, and the ids whose subscribers must be notified. */
export interface ListStep {
  readonly text: string;
  readonly changedIds: readonly string[];
}

/** Checks a store before it is measured: it must keep the records, and notify each subscriber of a change exactly once. */
export async function checkListStore(
  { name, create }: ListPeer,
  ids: readonly string[],
  steps: readonly ListStep[],
): Promise<void> {
  const store = create();
  let notified: string[] = [];
  ids.forEach((id, at) => store.subscribe(id, at, () => void notified.push(id)));
  for (const { text, changedIds } of steps) {
    notified = [];
    await store.take(text);
    deepStrictEqual({ name, notified: notified.toSorted() }, { name, notified: changedIds.toSorted() });
    for (const record of JSON.parse(text) as VectorIndex[])
      deepStrictEqual(shown(store.read(record.id)), shown(record));
  }
}

/** The record without tokens, which a fleet keeps apart. */
function shown(record: object | undefined): object {
  return { ...record, token: '', read_only_token: '' };
}
