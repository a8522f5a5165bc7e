import { deepStrictEqual } from 'node:assert/strict';
import type { Candidate } from '../harness/compare.js';

/** Decodes the texts of answers, keeps the records, and notifies the subscribers of each record. */
export interface TextStore {
  /** Processes an answer. The harness awaits a promise. @param id the database that was asked for */
  take(text: string, id: string): unknown;
  /** Calls `listener` for every later change of a record. @param at its position in the list */
  subscribe(id: string, listener: () => void, at: number): void;
  read(id: string): object | undefined;
}

export interface TextPeer {
  readonly name: string;
  readonly create: () => TextStore;
}

/** Two answers about the same ids. */
export interface TextAnswers {
  readonly ids: readonly string[];
  readonly text: string;
  /** The other answer, and the ids whose records differ in it. */
  readonly changed: string;
  readonly changedIds: readonly string[];
}

/** Checks a store before it is measured: it must keep the records, and notify each subscriber of a change exactly once. */
export async function checkTextStore({ name, create }: TextPeer, { ids, text, changed, changedIds }: TextAnswers) {
  const store = create();
  let notified: string[] = [];
  ids.forEach((id, at) => store.subscribe(id, () => void notified.push(id), at));
  const steps: readonly (readonly [answer: string, expected: readonly string[]])[] = [
    [text, ids],
    [copyOf(text), []],
    // The same records in another text.
    [text.replace(':', ': '), []],
    [changed, changedIds],
    [text, changedIds],
  ];
  for (const [answer, expected] of steps) {
    notified = [];
    await store.take(answer, ids[0] ?? '');
    deepStrictEqual({ name, notified: notified.toSorted() }, { name, notified: expected.toSorted() });
    const records = [JSON.parse(answer) as object].flat();
    for (const [at, id] of ids.entries()) deepStrictEqual(shown(store.read(id)), shown(records[at]));
  }
}

/** The record without tokens, because a fleet keeps tokens apart from records. */
function shown(record: object | undefined): object {
  return { ...record, token: '', read_only_token: '' };
}

export function parse(text: string): Candidate {
  return { name: 'JSON.parse', run: () => JSON.parse(text) };
}

/** A store that has a first answer already, and gets two answers in turn. Only fleetglass has a target. */
export function again(
  { name, create }: TextPeer,
  ids: readonly string[],
  [first, ...answers]: readonly [string, string, string],
  target?: number,
): Candidate {
  const store = create();
  const [id = ''] = ids;
  let nth = 0;
  return {
    name,
    setUp() {
      ids.forEach((each, at) => store.subscribe(each, () => {}, at));
      return store.take(first, id);
    },
    run: () => store.take(answers[(nth = 1 - nth)] as string, id),
    ...(name === 'fleetglass' && target !== undefined && { target }),
  };
}

/** Another string of the same characters, like a text from the network. */
export function copyOf(text: string): string {
  return Buffer.from(text).toString();
}
