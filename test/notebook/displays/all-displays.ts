import type { FleetSnapshot } from '../../../src/core/fleet/fleet-snapshot.js';
import {
  showComparison,
  showDrift,
  showFleet,
  showLimits,
  showRecord,
  showThroughput,
  showTimeline,
  showUsage,
  type Display,
} from '../../../src/notebook/index.js';
import { ids, type SampleFleet } from '../sample-fleet.js';

/** Every display of a fleet by name, with its data. */
export function allDisplays({ fleet }: Pick<SampleFleet, 'fleet'>): Readonly<Record<string, Display>> {
  const [products, other] = fleet.indices.all.value;
  const before = fleet.dehydrate();
  const { databases, indices, usage } = fleet.dehydrate();
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
    'a record': showRecord(fleet.databases.record(ids.carts).value),
    'an entry with use': showRecord(fleet.databases.entry(ids.carts).value, {
      usage: fleet.usage.latest('database', ids.carts).value ?? {},
    }),
    'a missing entry': showRecord(fleet.databases.entry(ids.gone).value),
    'an entry without a record': showRecord(fleet.databases.entry(ids.never).value),
    'an index': showRecord(products),
    'a fleet': showFleet(fleet),
    limits: showLimits(fleet),
    'limits of a database': showLimits(fleet, { id: ids.carts }),
    'limits of an index': showLimits(fleet, { id: products?.id }),
    use: showUsage(fleet, ids.carts),
    'use of an index': showUsage(fleet, products?.id ?? ''),
    'use of a limit far away': showUsage(fleet, ids.carts, { fields: ['db_request_limit'] }),
    throughput: showThroughput(products),
    'throughput without points': showThroughput(other),
    'a timeline': showTimeline(fleet),
    drift: showDrift(fleet),
    'a comparison': showComparison(before, after),
  };
}
