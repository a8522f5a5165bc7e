import { QueryClient, QueryObserver, notifyManager } from '@tanstack/query-core';
import * as v from 'valibot';
import type { Operations } from '../../../src/core/client/operations.js';
import { readVectorIndices } from '../../../src/core/client/read-answer.js';
import { Answers } from '../../../src/core/fleet/answers.js';
import { Effects } from '../../../src/core/fleet/effects.js';
import { readFleetOptions } from '../../../src/core/fleet/fleet-options.js';
import { IndexList } from '../../../src/core/fleet/index-list.js';
import { createFleetClock } from '../../../src/core/polling/fleet-clock.js';
import { vectorIndexSchema } from '../../../src/core/records/vector-index.js';
import { systemClock } from '../../../src/core/shared/clock.js';
import { deepEqual } from '../../../src/core/shared/deep-equal.js';
import { Commits } from '../../../src/core/store/commits.js';
import type { VectorIndex } from '../../../src/index.js';
import { sampleVectorIndices } from '../../support/sample-vector-indices.js';
import { compare, type Candidate } from '../harness/compare.js';
import type { Effort } from '../harness/effort.js';
import { again, checkTextStore, parse, type TextAnswers, type TextPeer, type TextStore } from './text-stores.js';

const LARGEST = 10_000;
/** Enough that one run takes longer than the minimum duration of a sample. */
const MAX_SAMPLES = 11;

/** Measures the work from the text of a long list to the store, relative to `JSON.parse`. */
export async function indexList(effort: Effort): Promise<void> {
  const answers = makeAnswers(Math.min(LARGEST, Math.max(...effort.sizes)));
  const limited = { ...effort, samples: Math.min(effort.samples, MAX_SAMPLES) };
  for (const store of STORES) await checkTextStore(store, answers);
  const { ids, text, changed } = answers;
  const title = 'From the text to the store, a subscriber for each index';
  const changing = (peer: TextPeer): Candidate => again(peer, ids, [text, changed, text], 1);
  const loading = (peer: TextPeer): Candidate => firstLoad(peer, answers);
  await compare(`${title}: 1 % changed`, [parse(text), ...STORES.map(changing)], limited);
  await compare(`${title}: for the first time`, [parse(text), ...STORES.map(loading)], limited);
}

function makeAnswers(count: number): TextAnswers {
  const list = sampleVectorIndices(count);
  const text = JSON.stringify(list);
  const isChanged = (at: number): boolean => at % 100 === 0;
  return {
    ids: list.map(({ id }) => id),
    text,
    /** One index in a hundred has a changed limit. */
    changed: JSON.stringify(list.map((index, at) => (isChanged(at) ? { ...index, max_daily_queries: 7 } : index))),
    changedIds: list.filter((_, at) => isChanged(at)).map(({ id }) => id),
  };
}

/** Each run uses a new store. */
function firstLoad({ name, create }: TextPeer, { ids, text }: TextAnswers): Candidate {
  let stores: TextStore[] = [];
  return {
    name,
    prepare(runs) {
      stores = Array.from({ length: runs }, () => {
        const store = create();
        ids.forEach((id, at) => store.subscribe(id, () => {}, at));
        return store;
      });
    },
    run: () => stores.pop()?.take(text, ''),
    remark: 'keeps its records',
  };
}

/** The floor: it compares the text, parses a changed text, and compares each record field by field. It checks nothing. */
const bareListStore: TextPeer = {
  name: 'by hand: Maps, callbacks, no checks',
  create() {
    let before = '';
    const records = new Map<string, VectorIndex>();
    const listeners = new Map<string, () => void>();
    return {
      take(text) {
        if (text === before) return;
        before = text;
        for (const record of JSON.parse(text) as VectorIndex[]) {
          if (deepEqual(record, records.get(record.id))) continue;
          records.set(record.id, record);
          listeners.get(record.id)?.();
        }
      },
      subscribe: (id, listener) => void listeners.set(id, listener),
      read: (id) => records.get(id),
    };
  },
};

/** The code of a fleet that lists its indices, and the code of the client that decodes the text. */
const fleetglassListStore: TextPeer = {
  name: 'fleetglass',
  create() {
    const commits = new Commits();
    let text = '';
    const operations: Pick<Operations, 'listVectorIndices'> = {
      listVectorIndices: async ({ previous }) => readVectorIndices(text, { previous }),
    };
    const clock = createFleetClock(systemClock);
    const effects = new Effects({
      requests: { operationsOf: () => operations as Operations },
      settings: readFleetOptions({
        baseUrl: 'https://bench.invalid',
        // Without this cadence, the subscribers would cause polls of the list between two answers.
        polling: { perSecond: 1e6, burst: 1e6, cadence: () => Infinity },
        keptTextBytes: 0,
      }),
      clock,
      commits,
      sharing: undefined,
    });
    const answers = new Answers<VectorIndex>();
    const list = new IndexList(effects, commits, answers);
    const { indices } = list;
    return {
      take(answer) {
        text = answer;
        return list.request();
      },
      subscribe(id, listener) {
        let isFirst = true;
        indices.record(id).subscribe(() => (isFirst ? (isFirst = false) : listener()));
      },
      read: (id) => indices.peek(id).record,
    };
  },
};

const queryKey = ['indices'];
const listSchema = v.array(vectorIndexSchema);

/** One query for the list. Each subscriber selects its index by position, which is the fastest way. */
const queryListStore: TextPeer = {
  name: 'query-core, valibot',
  create() {
    notifyManager.setScheduler((task) => task());
    const client = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity, staleTime: Infinity } } });
    return {
      take: (text) => void client.setQueryData(queryKey, v.parse(listSchema, JSON.parse(text))),
      subscribe(_, listener, at) {
        new QueryObserver(client, {
          queryKey,
          enabled: false,
          notifyOnChangeProps: ['data'],
          select: (list: readonly VectorIndex[]) => list[at],
        }).subscribe(listener);
      },
      read: (id) => client.getQueryData<readonly VectorIndex[]>(queryKey)?.find((record) => record.id === id),
    };
  },
};

const STORES: readonly TextPeer[] = [bareListStore, fleetglassListStore, queryListStore];
