import { activityOf, dehydrate, limitsOf, limitSummaryOf, transitionsOf } from '../../../src/index.js';
import type { Fleet } from '../../../src/core/fleet/fleet.js';
import { createFleetUnderTest, quick, type FleetUnderTest } from './fleet-under-test.js';

/** The content of one output of the fleet, by the name of the output. */
export type Seen = [name: string, value: unknown];

/** Subscribes to all outputs of the fleet for the database `a`, the index `i` and all other resources. */
export function watchSinks(fleet: Fleet): { seen: Seen[]; sink: (name: string) => (value: unknown) => void } {
  const { databases, indices } = fleet;
  const seen: Seen[] = [];
  const sink = (name: string) => (value: unknown) => void seen.push([name, value]);
  activityOf(fleet).subscribe(sink('activity'));
  transitionsOf(fleet).subscribe(sink('transitions'));
  fleet.polling.status.subscribe(sink('status'));
  limitSummaryOf(fleet).subscribe(sink('summary'));
  databases.all.subscribe(sink('all'));
  databases.known.subscribe(sink('known'));
  databases.entry('a').subscribe(sink('entry'));
  databases.record('a').subscribe(sink('record'));
  databases.select('a', (record) => JSON.stringify(record)).subscribe(sink('select'));
  limitsOf(fleet, 'database', 'a').subscribe(sink('limits'));
  indices.all.subscribe(sink('indices'));
  indices.status.subscribe(sink('indices status'));
  indices.entry('i').subscribe(sink('index'));
  limitsOf(fleet, 'index', 'i').subscribe(sink('index limits'));
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
