import type { Observable } from 'rxjs';
import { activityOf, dehydrate, limitsOf, limitSummaryOf, transitionsOf, usageOf } from '../../../src/index.js';
import type { Fleet } from '../../../src/core/fleet/fleet.js';
import type { View } from '../../../src/core/store/view.js';
import { createFleetUnderTest, quick, type FleetUnderTest } from './fleet-under-test.js';

/** The streams of a fleet. */
export const streamsOf = (fleet: Fleet): Record<string, Observable<unknown>> => ({
  activity: activityOf(fleet),
  transitions: transitionsOf(fleet),
  since: transitionsOf(fleet).since(0),
});

/** All views of a fleet, for the database `a`, an index and all resources. */
export function viewsOf(fleet: Fleet, index = 'i'): Record<string, View<unknown>> {
  const { databases, indices } = fleet;
  return {
    status: fleet.polling.status,
    storage: fleet.storage,
    summary: limitSummaryOf(fleet),
    all: databases.all,
    known: databases.known,
    tracked: databases.tracked,
    entry: databases.entry('a'),
    record: databases.record('a'),
    passive: databases.record('a', { passive: true }),
    field: databases.field('a', 'state'),
    select: databases.select('a', (record) => JSON.stringify(record)),
    recent: transitionsOf(fleet).recent(),
    limits: limitsOf(fleet, 'database', 'a'),
    usage: usageOf(fleet, 'database', 'a'),
    indices: indices.all,
    'indices status': indices.status,
    index: indices.entry(index),
    'index record': indices.record(index),
    'index limits': limitsOf(fleet, 'index', index),
    'index usage': usageOf(fleet, 'index', index),
  };
}

/** The content of one output of the fleet, by the name of the output. */
export type Seen = [name: string, value: unknown];

/** Subscribes to all outputs of the fleet. */
export function watchSinks(fleet: Fleet): { seen: Seen[]; sink: (name: string) => (value: unknown) => void } {
  const seen: Seen[] = [];
  const sink = (name: string) => (value: unknown) => void seen.push([name, value]);
  const outputs = { ...streamsOf(fleet), ...viewsOf(fleet) };
  for (const [name, output] of Object.entries(outputs)) output.subscribe(sink(name));
  return { seen, sink };
}

/** A fleet that polls nothing by itself, and all of its outputs. */
export function createWatchedFleet(): FleetUnderTest & { everything(): unknown } {
  const under = createFleetUnderTest({ polling: quick });
  const { seen } = watchSinks(under.fleet);
  under.fleet.polling.pause('to ask by hand');
  const everything = (): unknown => [seen, dehydrate(under.fleet), JSON.stringify(dehydrate(under.fleet))];
  return { ...under, everything };
}
