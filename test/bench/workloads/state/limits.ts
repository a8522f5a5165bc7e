import type { Database } from '../../../../src/core/records/database.js';
import { limitCatalogue } from '../../../../src/core/limits/limit-catalogue.js';
import type { DatabaseLimit } from '../../../../src/core/records/limit-fields.js';
import type { Candidate } from '../../harness/compare.js';
import type { Effort } from '../../harness/effort.js';
import { measureSizes } from '../../harness/measure-sizes.js';
import type { TimeLimit } from '../../harness/time-limit.js';
import { openFleetWithUsage } from '../../peers/fleetglass.js';
import { floor } from '../../peers/floor.js';
import type { PeerStore } from '../../peers/peer.js';
import { createAnswers, createRecords, received } from './records.js';

/** Measures a changed limit of one record among many. Each record has a subscriber to its limits and their use. */
export async function limits(effort: Effort): Promise<void> {
  await measureSizes(
    {
      title: 'an answer changes a limit of 1 of N records, 1 subscriber each to its 12 limits and their use',
      growthTarget: 4,
      candidatesOf(size) {
        const records = createRecords(size);
        return [openBare, openFleetWithUsage].map((open) => candidateOf(open, records));
      },
    },
    effort,
  );
}

/** A store with reported usage. */
interface WithLimits extends Pick<PeerStore, 'change' | 'close'> {
  readonly name: string;
  watchLimits(id: string, onChange: (limits: readonly object[]) => void): unknown;
}

const USED: Readonly<Partial<Record<DatabaseLimit, number>>> = { db_max_clients: 900, db_memory_threshold: 2 ** 31 };

type OpenWithLimits = (records: readonly Database[], used: typeof USED) => WithLimits;

function candidateOf(open: OpenWithLimits, records: readonly Database[]): Candidate {
  const answers = createAnswers(records, { db_max_clients: 1500 });
  const store = open(records, USED);
  return {
    name: store.name,
    setUp(timeLimit: TimeLimit) {
      for (const { database_id } of records) {
        store.watchLimits(database_id, received);
        timeLimit.check();
      }
    },
    prepare: answers.prepare,
    run: () => store.change(answers.next()),
    tearDown: () => store.close(),
  };
}

const fields = Object.keys(limitCatalogue.database) as DatabaseLimit[];

/** The minimum work to compute the used share of each limit. */
const openBare: OpenWithLimits = (records, used) => {
  const store = floor.open(records);
  const limitsOf = (record: Database): object[] =>
    fields.map((field) => {
      const limit = record[field];
      const ratio = used[field] === undefined || !limit ? undefined : used[field] / limit;
      return { field, limit, used: used[field], ratio, status: statusOf(ratio) };
    });
  return {
    name: 'floor',
    change: store.change,
    close: store.close,
    watchLimits: (id, onChange) => store.watch(id, (record) => record && onChange(limitsOf(record))),
  };
};

function statusOf(ratio: number | undefined): string {
  if (ratio === undefined) return 'unknown';
  if (ratio >= 0.95) return ratio >= 1 ? 'exceeded' : 'critical';
  return ratio >= 0.8 ? 'warning' : 'ok';
}
