import { DAY_MS, type GenerateSettings } from './generate-options.js';
import { HOUR_MS, loadAt, UPGRADE_SHARE } from './generated-database.js';
import type { ExactRow } from './create-history.js';
import { THROUGHPUT } from './history-fields.js';
import { between, createSeededRandom, noise, oneOf } from './seeded-random.js';

const limitFields = [
  'max_vector_count',
  'max_daily_updates',
  'max_daily_queries',
  'max_writes_per_second',
  'max_query_per_second',
] as const;

/** The fields of indices that databases do not have. */
export const generatedIndexFields = ['name', 'region', ...limitFields, THROUGHPUT] as const;

/** The regions of the indices, with the hours that their working day is ahead of UTC. */
const REGIONS = [
  ['eu-west-1', 0],
  ['us-east-1', -5],
  ['us-central1', -6],
] as const;

const NAMES = ['products', 'articles', 'images', 'questions', 'tickets', 'songs', 'faces', 'recipes'];

/** The limits of each plan, in the order of the fields. */
const PLANS = [
  ['free', [200_000, 10_000, 10_000, 100, 100]],
  ['payg', [2_000_000, 1_000_000, 1_000_000, 1000, 1000]],
  ['fixed', [10_000_000, 1_000_000, 1_000_000, 2000, 2000]],
] as const;

/** Makes the rows of an index in the order of time: one for each point of its throughput, and one for each change. */
export function* rowsOfIndex(place: number, options: GenerateSettings): Iterable<ExactRow> {
  const { seed, indices, from, until, days, everyMs, load, growth, churn } = options;
  // The streams from 0 on belong to the databases.
  const random = createSeededRandom(seed, -2 - place);
  const [region, hoursAhead] = oneOf(random, REGIONS);
  const [type, limits] = oneOf(random, PLANS);
  const name = `${oneOf(random, NAMES)}-${place + 1}`;
  const firstShare = between(random, 0.3, 1.7) * load;
  const growthPerDay = between(random, 0, 2) * growth;
  const [createdAt, deletedAt] = [between(random, from, until), between(random, from, until)];
  const churned = Math.min(Math.floor(indices / 2), Math.round(indices * churn * days));
  const startsAt = place >= indices - churned ? Math.round(createdAt) : from;
  const endsAt = place < churned ? Math.round(deletedAt) : until;
  const readingsToUpgrade = Math.floor((((UPGRADE_SHARE - firstShare) / growthPerDay) * DAY_MS) / everyMs);
  // Between two readings, so that an index has one row at a time.
  const upgradesAt = Math.round(from + (readingsToUpgrade + between(random, 0.1, 0.9)) * everyMs);
  const maxQueries = limits[limits.length - 1] as number;
  let swing = 0;
  let values: ExactRow['values'] = {};

  function rowAt(at: number, changed: ExactRow['values']): ExactRow {
    values = { ...values, ...changed };
    return { at, resource: 'index', id: `index-${String(place + 1).padStart(5, '0')}`, status: 'fresh', values };
  }

  function limitsTimes(factor: number): ExactRow['values'] {
    return Object.fromEntries(limitFields.map((field, nth) => [field, (limits[nth] as number) * factor]));
  }

  if (startsAt < endsAt) yield rowAt(startsAt, { name, region, type, ...limitsTimes(1) });
  for (let at = startsAt + everyMs - ((startsAt - from) % everyMs); at < endsAt; at += everyMs) {
    if (upgradesAt > Math.max(startsAt, at - everyMs) && upgradesAt < at) yield rowAt(upgradesAt, limitsTimes(2));
    swing = 0.8 * swing + 0.2 * noise(random);
    const share = firstShare + (growthPerDay * (at - from)) / DAY_MS;
    const busy = share * loadAt(at + hoursAhead * HOUR_MS) * (1 + 0.4 * swing);
    yield rowAt(at, { [THROUGHPUT]: Math.max(0, Math.round(maxQueries * busy * 10) / 10) });
  }
  if (endsAt < until) yield { ...rowAt(endsAt, {}), status: 'forgotten', values: {} };
}
