import { dehydrate, usageOf } from '../../../src/index.js';
import type { FleetSnapshot } from '../../../src/core/fleet/fleet-snapshot.js';
import * as notebook from '../../../src/notebook/index.js';
import { hostileText, ids, type SampleFleet } from '../sample-fleet.js';

/** Every display of a fleet by name, with its data. */
export async function allDisplays({ fleet }: SampleFleet): Promise<Readonly<Record<string, notebook.Display>>> {
  const [products, other] = fleet.indices.all.value;
  const everything = {
    title: '<b>"Everything"',
    value: (...given: unknown[]) => JSON.stringify(given),
    align: 'left',
  } as const;
  const history = notebook.historyOf(fleet) as notebook.History &
    Pick<notebook.Display, typeof notebook.jupyterDisplay>;
  const used = notebook.historyOf(fleet, { fields: ['state', 'db_memory_threshold', 'db_memory_threshold_used'] });
  const mixed = notebook.historyOf(fleet, {
    fields: ['db_memory_threshold', 'db_memory_threshold_used', 'db_max_clients_used'],
  });
  const backtest = notebook.backtestForecasts(used);
  const verdict = await notebook.compare(
    used,
    { [hostileText]: {}, slow: { cadence: () => 600_000 } },
    { within: 60_000 },
  );
  const before = dehydrate(fleet);
  const { databases, indices, usage } = dehydrate(fleet);
  const after = {
    ...before,
    databases: databases.slice(1).map((entry) => ({
      ...entry,
      record: entry.record && {
        ...entry.record,
        state: `${entry.record.state}${entry.record.state}`,
        db_max_clients: 7,
      },
    })),
    indices: indices.slice(1),
    usage: usage.slice(0, -2),
  } as FleetSnapshot;
  return {
    'a record': notebook.showRecord(fleet.databases.record(ids.carts).value),
    'an entry with use': notebook.showRecord(fleet.databases.entry(ids.carts).value, {
      usage: usageOf(fleet, 'database', ids.carts).value ?? {},
    }),
    'a missing entry': notebook.showRecord(fleet.databases.entry(ids.gone).value),
    'an entry without a record': notebook.showRecord(fleet.databases.entry(ids.never).value),
    'an index': notebook.showRecord(products),
    'a fleet': notebook.showFleet(fleet),
    'a fleet with own columns': notebook.showFleet(fleet, {
      columns: ['name', 'state', 'endpoint', 'db_memory_threshold', 'db_max_clients_used', everything],
      sort: (a, b) => (a.db_max_clients ?? 0) - (b.db_max_clients ?? 0),
      filter: (_, { status }) => status !== 'unknown',
      timeZone: 'Asia/Kolkata',
    }),
    limits: notebook.showLimits(fleet),
    'limits of a database': notebook.showLimits(fleet, { id: ids.carts }),
    'limits of an index': notebook.showLimits(fleet, { id: products?.id }),
    use: notebook.showUsage(fleet, ids.carts),
    'use of an index': notebook.showUsage(fleet, products?.id ?? ''),
    'use of a limit far away': notebook.showUsage(fleet, ids.carts, { fields: ['db_request_limit'] }),
    'use of which a part has a limit': notebook.showUsage(mixed, ids.carts),
    throughput: notebook.showThroughput(products),
    'throughput without points': notebook.showThroughput(other),
    'throughput of a fleet': notebook.showThroughput(fleet, { limitField: 'max_query_per_second' }),
    'throughput by weekday': notebook.showThroughput(fleet, { by: 'weekday-hour' }),
    'a timeline': notebook.showTimeline(fleet),
    'a history': notebook.createDisplay(history[notebook.jupyterDisplay]() as { 'text/plain': string }),
    drift: notebook.showDrift(fleet, { timeZone: 'Asia/Kolkata' }),
    'a backtest': backtest,
    'the plot of a backtest': backtest.plot,
    'a verdict': verdict,
    'the groups of a verdict': verdict.groups,
    'the plot of a verdict': verdict.plot,
    'a comparison': notebook.showComparison(before, after),
  };
}
