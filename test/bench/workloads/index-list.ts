import { deepStrictEqual } from 'node:assert/strict';
import { replaceEqualDeep } from '@tanstack/query-core';
import * as v from 'valibot';
import { readVectorIndices } from '../../../src/core/client/read-answer.js';
import { vectorIndexSchema, type VectorIndex } from '../../../src/core/records/vector-index.js';
import { sampleVectorIndices } from '../../support/sample-vector-indices.js';
import { compare, type Candidate, type Comparison } from '../harness/compare.js';
import type { Effort } from '../harness/effort.js';
import {
  bareListStore,
  checkListStore,
  fleetglassListStore,
  type ListPeer,
  type ListStore,
  queryListStore,
} from './index-list/list-stores.js';
import { createPeerDecoders, type Decoder } from './wire/peer-decoders.js';

const STORES: readonly ListPeer[] = [bareListStore, fleetglassListStore, queryListStore];
const LARGEST = 10_000;
/** One run takes longer than the minimum duration of a sample. */
const MOST_SAMPLES = 11;

/**
 * Measures the work on the text of a long list, relative to `JSON.parse`: to decode it, and to put its records into the
 * store.
 */
export async function indexList(effort: Effort): Promise<void> {
  const answers = makeAnswers(Math.min(LARGEST, Math.max(...effort.sizes)));
  const limited = { ...effort, samples: Math.min(effort.samples, MOST_SAMPLES) };
  for (const store of STORES) await checkListStore(store, answers.ids, stepsOf(answers));
  for (const comparison of [decoding(answers), decodingAgain(answers), ...storing(answers)])
    await compare(comparison, limited);
}

interface Answers {
  readonly ids: readonly string[];
  readonly text: string;
  /** The same list. */
  readonly otherText: string;
  /** One index in a hundred has a changed limit. */
  readonly changed: string;
  readonly changedIds: readonly string[];
}

function makeAnswers(count: number): Answers {
  const list = sampleVectorIndices(count);
  const text = JSON.stringify(list);
  const isChanged = (at: number): boolean => at % 100 === 0;
  return {
    ids: list.map(({ id }) => id),
    text,
    otherText: text.replace(':', ': '),
    changed: JSON.stringify(list.map((index, at) => (isChanged(at) ? { ...index, max_daily_queries: 7 } : index))),
    changedIds: list.filter((_, at) => isChanged(at)).map(({ id }) => id),
  };
}

function stepsOf({ ids, text, otherText, changed, changedIds }: Answers) {
  return [
    { text, changedIds: ids },
    { text: copyOf(text), changedIds: [] },
    { text: otherText, changedIds: [] },
    { text: changed, changedIds },
    { text, changedIds },
  ];
}

function decoding({ ids, text }: Answers): Comparison {
  const { valibot, zod, ajv } = createPeerDecoders(v.array(vectorIndexSchema));
  const decode = (text: string): unknown => readVectorIndices(text, { previous: undefined });
  const size = `${(text.length / 1e6).toFixed(1)} MB of JSON`;
  return {
    title: `Decode a list of ${ids.length.toLocaleString('en')} vector indices, 25 fields each, ${size}; for the first time`,
    candidates: [parse(text), ...[{ name: 'fleetglass', decode }, valibot, zod, ajv].map((each) => whole(each, text))],
  };
}

function decodingAgain({ text, otherText, changed }: Answers): Comparison {
  const { valibot, zod, ajv } = createPeerDecoders(v.array(vectorIndexSchema));
  return {
    title: 'Decode the same list again, with the previous list',
    candidates: [
      parse(text),
      { name: 'fleetglass: the same text', run: poll(text, [copyOf(text), copyOf(text)]) },
      { name: 'fleetglass: equal, another text', run: poll(text, [otherText, text]) },
      { name: 'fleetglass: 1 % changed', run: poll(text, [changed, text]), target: 1 },
      ...[valibot, zod, ajv].map((decoder) => shared(decoder, text, changed)),
    ],
  };
}

function* storing(answers: Answers): Generator<Comparison> {
  const { text, otherText, changed } = answers;
  const title = 'From the text to the store, a subscriber for each index';
  const after = (texts: readonly [string, string], target?: number): Comparison['candidates'] => [
    parse(text),
    ...STORES.map((peer) => again(peer, answers, texts, target)),
  ];
  yield { title: `${title}: the same text`, candidates: after([copyOf(text), copyOf(text)]) };
  yield { title: `${title}: equal, another text`, candidates: after([otherText, text]) };
  yield { title: `${title}: 1 % changed`, candidates: after([changed, text], 1) };
  yield {
    title: `${title}: for the first time`,
    candidates: [parse(text), ...STORES.map((peer) => firstLoad(peer, answers))],
  };
}

function parse(text: string): Candidate {
  return { name: 'JSON.parse', run: () => JSON.parse(text) };
}

function whole({ name, remark = '', decode }: Decoder, text: string): Candidate {
  deepStrictEqual(decode(text), JSON.parse(text));
  return { name, remark, run: () => decode(text) };
}

/** Decodes two answers in turn, each with the previous answer. */
function poll(first: string, answers: readonly [string, string]): () => unknown {
  let previous: readonly VectorIndex[] = readVectorIndices(first, { previous: undefined });
  let nth = 0;
  const run = (): unknown => (previous = readVectorIndices(answers[(nth = 1 - nth)] as string, { previous }));
  for (const text of answers.toReversed()) deepStrictEqual(run(), JSON.parse(text));
  return run;
}

/** The work of query-core after the check of an answer: it shares equal values with the previous answer. */
function shared({ name, decode }: Decoder, one: string, other: string): Candidate {
  const answers = [one, other];
  let previous = decode(one);
  let nth = 0;
  const run = (): unknown => (previous = replaceEqualDeep(previous, decode(answers[(nth = 1 - nth)] as string)));
  deepStrictEqual(run(), JSON.parse(other));
  return { name: `${name}, replaceEqualDeep: 1 %`, run };
}

/** A store that already has a list, and two answers in turn. */
function again(
  { name, create }: ListPeer,
  { ids, text }: Answers,
  answers: readonly [string, string],
  target?: number,
): Candidate {
  const store = create();
  let nth = 0;
  return {
    name,
    setUp() {
      ids.forEach((id, at) => store.subscribe(id, at, () => {}));
      return store.take(text);
    },
    run: () => store.take(answers[(nth = 1 - nth)] as string),
    ...(name === fleetglassListStore.name && target !== undefined && { target }),
  };
}

/** Each run uses a new store. */
function firstLoad({ name, create }: ListPeer, { ids, text }: Answers): Candidate {
  let stores: ListStore[] = [];
  return {
    name,
    prepare(runs) {
      stores = Array.from({ length: runs }, () => {
        const store = create();
        ids.forEach((id, at) => store.subscribe(id, at, () => {}));
        return store;
      });
    },
    run: () => stores.pop()?.take(text),
    remark: 'keeps its records',
  };
}

function copyOf(text: string): string {
  return Buffer.from(text).toString();
}
