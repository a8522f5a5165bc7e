import { notifyManager, QueryClient, QueryObserver } from '@tanstack/query-core';
import type { Database } from '../../../../src/core/records/database.js';
import { createFleet } from '../../../../src/core/fleet/fleet.js';
import { hydrate } from '../../../../src/core/fleet/snapshot.js';
import type { Candidate } from '../../harness/compare.js';
import type { Effort } from '../../harness/effort.js';
import { measureSizes } from '../../harness/measure-sizes.js';
import type { TimeLimit } from '../../harness/time-limit.js';
import { floor } from '../../peers/floor.js';
import { createAnswers, createRecords, received, timesReceived } from './records.js';

/** Measures a refresh with a changed record among many, in a whole fleet without sockets. Each record has a subscriber. */
export async function fleet(effort: Effort): Promise<void> {
  await measureSizes(
    {
      title: 'a fetch from memory changes 1 of N records, 1 subscriber each',
      growthTarget: 4,
      candidatesOf(size) {
        const records = createRecords(size);
        return [fetchBare, fetchByFleet, fetchByQuery].map((open) => candidateOf(open, records));
      },
    },
    effort,
  );
}

/** A program that refreshes records. */
interface Asking {
  readonly name: string;
  watchAll(timeLimit: TimeLimit): void;
  ask(id: string): Promise<unknown>;
  close(): void;
  readonly target?: number;
}

type OpenAsking = (records: readonly Database[], fetchText: (url: string) => Promise<Response>) => Asking;

function candidateOf(open: OpenAsking, records: readonly Database[]): Candidate {
  const answers = createAnswers(records, { replicas: 9 });
  const waiting: { id: string; text: string }[] = [];
  let text = '';
  const asking = open(records, async () => new Response(text, { headers: { 'content-type': 'application/json' } }));
  return {
    name: asking.name,
    ...(asking.target !== undefined && { target: asking.target }),
    setUp: (timeLimit) => asking.watchAll(timeLimit),
    prepare(runs) {
      answers.prepare(runs);
      for (let run = 0; run < runs; run++) {
        const answer = answers.next();
        waiting.push({ id: answer.database_id, text: JSON.stringify(answer) });
      }
      waiting.reverse();
    },
    async run() {
      const next = waiting.pop() as (typeof waiting)[number];
      text = next.text;
      const before = timesReceived();
      await asking.ask(next.id);
      if (timesReceived() !== before + 1) throw new Error(`${asking.name} must notify of a change once`);
    },
    tearDown: () => asking.close(),
  };
}

const BASE = 'https://localhost';

const fetchBare: OpenAsking = (records, fetchText) => {
  const store = floor.open(records);
  return {
    name: 'floor',
    watchAll: (timeLimit) => watchEach(records, timeLimit, (id) => store.watch(id, received)),
    ask: async (id) => store.change(JSON.parse(await (await fetchText(`${BASE}/${id}`)).text())),
    close: store.close,
  };
};

const fetchByFleet: OpenAsking = (records, fetchText) => {
  const confirmedAt = Date.now();
  const fleet = createFleet({
    baseUrl: BASE,
    credentials: { username: 'bench', password: 'bench' },
    fetch: (url) => fetchText(String(url)),
    polling: { concurrency: 16, perSecond: 1e6, burst: 1e6 },
  });
  hydrate(fleet, {
    format: 1,
    added: [],
    databases: records.map((record) => ({ id: record.database_id, status: 'fresh', record, confirmedAt })),
    indices: [],
    usage: [],
  });
  fleet.polling.pause();
  return {
    name: 'createFleet',
    watchAll: (timeLimit) => watchEach(records, timeLimit, (id) => fleet.databases.record(id).subscribe(received)),
    ask: (id) => fleet.databases.refresh(id),
    close: fleet.dispose,
  };
};

const fetchByQuery: OpenAsking = (records, fetchText) => {
  notifyManager.setScheduler((flush) => flush());
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false, notifyOnChangeProps: ['data'] } } });
  const observers = new Map<string, { refetch(options: { throwOnError: boolean }): Promise<unknown> }>();
  return {
    name: '@tanstack/query-core',
    watchAll: (timeLimit) =>
      watchEach(records, timeLimit, (id, record) => {
        client.setQueryData(['database', id], record);
        const observer = new QueryObserver(client, {
          queryKey: ['database', id],
          queryFn: async () => (await fetchText(`${BASE}/${id}`)).json() as Promise<unknown>,
        });
        observer.subscribe(received);
        observers.set(id, observer);
      }),
    ask: async (id) => observers.get(id)?.refetch({ throwOnError: true }),
    close: () => client.clear(),
  };
};

function watchEach(
  records: readonly Database[],
  timeLimit: TimeLimit,
  watch: (id: string, record: Database) => unknown,
): void {
  for (const record of records) {
    watch(record.database_id, record);
    timeLimit.check();
  }
}
