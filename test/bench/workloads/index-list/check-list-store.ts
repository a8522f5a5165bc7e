import { deepStrictEqual } from 'node:assert/strict';
import type { VectorIndex } from '../../../../src/index.js';
import type { ListPeer } from './list-store.js';

/** An answer, and whose subscribers have to hear of it. */
export interface ListStep {
  readonly text: string;
  readonly news: readonly string[];
}

/** Nothing is measured that does not keep the right records, and tell exactly who is concerned, once. */
export async function checkListStore(
  { name, create }: ListPeer,
  ids: readonly string[],
  steps: readonly ListStep[],
): Promise<void> {
  const store = create();
  let told: string[] = [];
  ids.forEach((id, at) => store.subscribe(id, at, () => void told.push(id)));
  for (const { text, news } of steps) {
    told = [];
    await store.take(text);
    deepStrictEqual({ name, told: told.toSorted() }, { name, told: news.toSorted() });
    for (const record of JSON.parse(text) as VectorIndex[])
      deepStrictEqual(shown(store.read(record.id)), shown(record));
  }
}

/** A fleet keeps the tokens apart. */
function shown(record: object | undefined): object {
  return { ...record, token: '', read_only_token: '' };
}
