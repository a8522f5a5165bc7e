import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { replaceEqualDeep } from '@tanstack/query-core';
import { databaseSchema, type Database } from '../../../src/core/records/database.js';
import { decodeDatabase } from '../../../src/core/records/decode.js';
import { driftOf } from '../../../src/core/records/drift-of.js';
import { sampleDatabase } from '../../support/sample-database.js';
import type { Candidate, Comparison } from '../harness/compare.js';
import { bareStore, checkWireStore, fleetglassStore, queryStore, type WirePeer } from './wire/wire-stores.js';
import { createPeerDecoders, type Decoder } from './wire/peer-decoders.js';

const ID = sampleDatabase.database_id;
const TEXT = JSON.stringify(sampleDatabase);
const CHANGED = withChanges({ db_max_clients: 20_000 });
/** The same record. */
const OTHER_TEXT = TEXT.replace(':', ': ');

const STORES: readonly WirePeer[] = [bareStore, fleetglassStore, queryStore];

/**
 * Measures the work on the text of an answer, relative to `JSON.parse`: to decode it, and to put the record into the
 * store.
 */
export function* wire(): Generator<Comparison> {
  yield polls();
  yield* storing();
}

function polls(): Comparison {
  const { valibot, zod, ajv } = createPeerDecoders(databaseSchema);
  const others = { state: 'suspended', modifying_state: 'updating', db_max_clients: 20_000 } as const;
  return {
    title: 'Decode the same record again, with the previous record',
    candidates: [
      parse(TEXT),
      { name: 'fleetglass: equal', run: poll(TEXT, OTHER_TEXT, true) },
      { name: 'fleetglass: one field changed', run: poll(TEXT, CHANGED) },
      { name: 'fleetglass: three fields changed', run: poll(TEXT, withChanges(others)) },
      { name: 'fleetglass: a nested list changed', run: poll(TEXT, withChanges({ read_regions: ['eu-west-1'] })) },
      ...[valibot, zod, ajv].map((decoder) => shared(decoder, TEXT, CHANGED)),
    ],
  };
}

/** Each text is a new string, like a text from the network. */
function* storing(): Generator<Comparison> {
  const steps = [
    { text: TEXT, isChange: true },
    { text: copyOf(TEXT), isChange: false },
    { text: OTHER_TEXT, isChange: false },
    { text: CHANGED, isChange: true },
    { text: TEXT, isChange: true },
  ];
  for (const store of STORES) checkWireStore(store, ID, steps);
  yield {
    title: 'From the text to the store, one subscriber: the same text',
    candidates: [parse(TEXT), ...STORES.map((store) => again(store, [copyOf(TEXT), copyOf(TEXT)], 0.08))],
  };
  yield {
    title: 'From the text to the store, one subscriber: one field changed',
    candidates: [parse(TEXT), ...STORES.map((store) => again(store, [TEXT, CHANGED], 1.7))],
  };
  yield {
    title: 'From the text to the store, one subscriber: each record for the first time',
    candidates: [parse(TEXT), ...STORES.map(storeFirst)],
  };
}

function parse(text: string): Candidate {
  return { name: 'JSON.parse', run: () => JSON.parse(text) };
}

/** Decodes two answers in turn, each with the previous answer as its predecessor. */
function poll(one: string, other: string, isEqual = false): () => unknown {
  let text = one;
  let previous: Database | undefined = decodeDatabase(one).record;
  const run = () => {
    text = text === one ? other : one;
    previous = decodeDatabase(text, previous).record;
    return previous;
  };
  const before = previous;
  deepStrictEqual(run(), JSON.parse(other));
  strictEqual(previous === before, isEqual);
  deepStrictEqual(previous && driftOf(previous), decodeDatabase(other).drift);
  return run;
}

/** The work of query-core after the check of an answer: it shares equal values with the previous answer. */
function shared({ name, decode }: Decoder, one: string, other: string): Candidate {
  let text = one;
  let previous = decode(one);
  const run = (): unknown => (previous = replaceEqualDeep(previous, decode((text = text === one ? other : one))));
  deepStrictEqual(run(), JSON.parse(other));
  return { name: `${name}, replaceEqualDeep: one field`, run };
}

/** A store that already has the record, and two answers in turn. */
function again({ name, create }: WirePeer, answers: readonly [string, string], target?: number): Candidate {
  const store = create();
  store.subscribe(ID, () => {});
  store.take(ID, TEXT);
  let nth = 0;
  const run = () => store.take(ID, answers[(nth = 1 - nth)] as string);
  return { name, run, ...(name === fleetglassStore.name && target !== undefined && { target }) };
}

/** Each run uses a new id, in a store that is empty at the start of a sample. */
function storeFirst({ name, create }: WirePeer): Candidate {
  const texts: string[] = [];
  let store = create();
  let next = 0;
  return {
    name,
    prepare(runs) {
      while (texts.length < runs) texts.push(withChanges({ database_id: `database-${texts.length}` }));
      store = create();
      for (let at = 0; at < runs; at++) store.subscribe(`database-${at}`, () => {});
      next = 0;
    },
    run: () => store.take(`database-${next}`, texts[next++] as string),
    remark: 'keeps its records',
  };
}

function withChanges(changes: Partial<Database>): string {
  return JSON.stringify({ ...sampleDatabase, ...changes });
}

function copyOf(text: string): string {
  return Buffer.from(text).toString();
}
