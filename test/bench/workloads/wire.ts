import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import * as v from 'valibot';
import { databaseSchema, type Database } from '../../../src/api/database.js';
import { decodeDatabase, decodeVectorIndices } from '../../../src/api/decode.js';
import { exactInt64 } from '../../../src/api/exact-int64.js';
import { driftOf } from '../../../src/api/provenance.js';
import { vectorIndexSchema, type VectorIndex } from '../../../src/api/vector-index.js';
import type { Comparison } from '../harness/compare.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { sampleVectorIndices } from '../../support/sample-vector-indices.js';

/** What it costs to parse and decode an answer, relative to `JSON.parse` of the same text. */
export function* wire(): Generator<Comparison> {
  yield databases();
  yield largeIntegers();
  yield vectorIndices();
}

function databases(): Comparison {
  const text = JSON.stringify(sampleDatabase);
  return {
    title: `database record, 42 fields, ${text.length} characters of JSON`,
    candidates: [
      { name: 'JSON.parse', run: () => JSON.parse(text) },
      { name: 'first load', run: firstLoad(text), target: 2.5 },
      { name: 'one field changed', run: poll(text, withChanges({ db_max_clients: 20_000 })), target: 1.4 },
      {
        name: 'three fields changed',
        run: poll(text, withChanges({ state: 'suspended', modifying_state: 'updating', db_max_clients: 20_000 })),
      },
      { name: 'list in it changed', run: poll(text, withChanges({ read_regions: ['eu-west-1'] })) },
      { name: 'equal', run: poll(text, text) },
      { name: 'valibot safeParse', run: validateWhole(databaseSchema, text) },
    ],
  };
}

/** Integers beyond 2^53 take the slow road: their digits are read from the text. */
function largeIntegers(): Comparison {
  const text = JSON.stringify(sampleDatabase).replace(
    /"db_request_limit":\d+/,
    '"db_request_limit":8024278031528736858',
  );
  const { record } = decodeDatabase(text);
  strictEqual(record && exactInt64(record, 'db_request_limit'), 8024278031528736858n);
  return {
    title: 'the same with a db_request_limit of 8024278031528736858',
    candidates: [
      { name: 'JSON.parse', run: () => JSON.parse(text) },
      { name: 'first load', run: firstLoad(text) },
      { name: 'one field changed', run: poll(text, text.replace('"db_max_clients":10000', '"db_max_clients":20000')) },
      { name: 'equal', run: poll(text, text) },
    ],
  };
}

function vectorIndices(): Comparison {
  const list = sampleVectorIndices(10_000);
  const text = JSON.stringify(list);
  const changed = JSON.stringify(
    list.map((index, at) => (at % 100 === 0 ? { ...index, max_daily_queries: 7 } : index)),
  );
  return {
    title: `list of ${list.length} vector indices, 25 fields each, ${(text.length / 1e6).toFixed(1)} MB of JSON`,
    candidates: [
      { name: 'JSON.parse', run: () => JSON.parse(text) },
      { name: 'first load', run: firstLoadOfList(text) },
      { name: '1 % changed', run: pollList(text, changed) },
      { name: 'equal', run: pollList(text, text) },
      { name: 'valibot safeParse', run: validateWhole(v.array(vectorIndexSchema), text) },
    ],
  };
}

function firstLoad(text: string): () => unknown {
  const run = () => decodeDatabase(text);
  const { record, drift } = run();
  deepStrictEqual(record, JSON.parse(text));
  strictEqual(
    drift.every(({ kind }) => kind === 'rounded-integer'),
    true,
  );
  return run;
}

/** Two answers in turn, each decoded with the one before it as its predecessor. */
function poll(one: string, other: string): () => unknown {
  let text = one;
  let previous: Database | undefined = decodeDatabase(one).record;
  const run = () => {
    text = text === one ? other : one;
    previous = decodeDatabase(text, previous).record;
    return previous;
  };
  const before = previous;
  deepStrictEqual(run(), JSON.parse(other));
  strictEqual(previous === before, one === other);
  deepStrictEqual(previous && driftOf(previous), decodeDatabase(other).drift);
  return run;
}

function withChanges(changes: Partial<Database>): string {
  return JSON.stringify({ ...sampleDatabase, ...changes });
}

function firstLoadOfList(text: string): () => unknown {
  const run = () => decodeVectorIndices(text);
  const { records, drift } = run();
  deepStrictEqual(records, JSON.parse(text));
  deepStrictEqual(drift, []);
  return run;
}

function pollList(one: string, other: string): () => unknown {
  let text = one;
  let previous: readonly VectorIndex[] | undefined = decodeVectorIndices(one).records;
  const run = () => {
    text = text === one ? other : one;
    previous = decodeVectorIndices(text, previous).records;
    return previous;
  };
  const before = previous;
  deepStrictEqual(run(), JSON.parse(other));
  strictEqual(previous === before, one === other);
  return run;
}

function validateWhole(schema: v.GenericSchema, text: string): () => unknown {
  const run = () => v.safeParse(schema, JSON.parse(text));
  deepStrictEqual(run().output, JSON.parse(text));
  return run;
}
