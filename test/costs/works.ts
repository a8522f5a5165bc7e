import { limitSummaryOf, refreshAll } from '../../src/index.js';
import { createFleet, type Fleet } from '../../src/core/fleet/fleet.js';
import type { FleetOptions } from '../../src/core/fleet/fleet-options.js';
import { sampleDatabase } from '../support/sample-database.js';
import { sampleVectorIndices } from '../support/sample-vector-indices.js';
import { createVirtualClock } from '../../src/notebook/replay/virtual-clock.js';

/** The repeated tasks of a fleet of some size. */
export interface Work {
  /** The repetitions in one run. Costs are reported for one repetition. */
  readonly times: number;
  readonly run: () => Promise<void>;
}

/** The kinds of work. Each function sets up a fleet of the given size. */
export const works = {
  'a poll, same text': (size) => polls(size, (id) => textOf(id)),
  'a poll, equal record': (size) => polls(size, (id, round) => textOf(id) + ' '.repeat(round % 2)),
  // The field is a limit, so the subscribers to `state` are not notified.
  'a poll, one field changed': (size) => polls(size, withLimit),
  'a poll, one field changed, and the summary': (size) =>
    polls(size, withLimit, (fleet) => limitSummaryOf(fleet).subscribe()),
  'a subscription and its end': subscriptions,
  'an index of a list, 1 % changed': listOfIndices,
  'a poll by the scheduler': schedule,
} satisfies Readonly<Record<string, (size: number) => Promise<Work>>>;

/** The number of polled ids in a run, for any size of the fleet. */
const POLLED = 50;

async function polls(
  size: number,
  answerOf: (id: string, round: number) => string,
  begin: (fleet: Fleet) => void = () => {},
): Promise<Work> {
  let round = 0;
  // No time passes, so that a slow run does not contain a second emission of the summary.
  const clock = createVirtualClock();
  const fleet = openFleet((id) => answerOf(id, round), { cadence: () => Infinity }, clock);
  for (const id of idsUpTo(size)) {
    fleet.databases.record(id).subscribe(() => {});
    fleet.databases.field(id, 'state').subscribe(() => {});
  }
  await refreshAll(fleet);
  begin(fleet);
  const polled = idsUpTo(POLLED);
  return {
    times: POLLED,
    async run() {
      round += 1;
      for (const id of polled) await fleet.databases.refresh(id);
    },
  };
}

async function subscriptions(size: number): Promise<Work> {
  const fleet = openFleet(textOf, { cadence: () => Infinity });
  const { databases } = fleet;
  databases.track(idsUpTo(size));
  await refreshAll(fleet);
  const ids = idsUpTo(POLLED);
  return {
    times: POLLED,
    async run() {
      for (const id of ids) databases.record(id).subscribe().unsubscribe();
    },
  };
}

async function listOfIndices(size: number): Promise<Work> {
  const list = sampleVectorIndices(size);
  let round = 0;
  const answerNext = (): string => {
    round += 1;
    return JSON.stringify(list.map((index, at) => (at % 100 ? index : { ...index, max_vector_count: round })));
  };
  const { indices } = openFleet(answerNext, { cadence: () => Infinity });
  await indices.refresh();
  for (const { id } of list) indices.record(id).subscribe(() => {});
  return { times: size, run: async () => void (await indices.refresh()) };
}

async function schedule(size: number): Promise<Work> {
  const clock = createVirtualClock();
  const { databases } = openFleet(textOf, { cadence: () => INTERVAL_MS, concurrency: CONCURRENCY }, clock);
  databases.track(idsUpTo(size));
  async function liveOn(): Promise<void> {
    for (let ms = 0; ms < INTERVAL_MS; ms += STEP_MS) {
      await clock.advance(STEP_MS);
      // Answers are read in real time.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  await liveOn();
  return { times: size, run: liveOn };
}

const STEP_MS = 100;

const INTERVAL_MS = 30_000;

/** The maximum number of requests in flight, each with a timer of its own. */
const CONCURRENCY = 8;

/** Creates a fleet whose requests are answered at once and never wait in the queue. */
function openFleet(answerOf: (id: string) => string, polling: FleetOptions['polling'], clock?: FleetOptions['clock']) {
  return createFleet({
    baseUrl: 'https://api.example.com',
    credentials: { username: 'somebody', password: 'secret' },
    clock,
    listLimitBytes: 1e9,
    keptTextBytes: Infinity,
    polling: { perSecond: 1e6, burst: 1e6, concurrency: 1000, ...polling },
    fetch: async (url) => {
      const [, id = ''] = /database\/([^?]*)/.exec(url) ?? [];
      return new Response(answerOf(id), { headers: { 'content-type': 'application/json' } });
    },
  });
}

function withLimit(id: string, round: number): string {
  return textOf(id, { db_max_clients: 1000 + round });
}

function textOf(id: string, change: object = {}): string {
  return JSON.stringify({ ...sampleDatabase, database_id: id, ...change });
}

function idsUpTo(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `database-${at}`);
}
