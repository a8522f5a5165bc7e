import type { Kernel } from '../fleet/kernel.js';
import { snapshotUsage } from '../fleet/fleet-snapshot.js';
import { limitNamed } from './catalogue.js';
import { periodStart } from './quota-period.js';
import { thinPoints } from './usage-history.js';
import { UsageLedger } from './usage-ledger.js';
import type { UsageEntry } from './usage-sample.js';

export function usagePart(kernel: Kernel): UsageLedger {
  return kernel.part('usage', createUsage);
}

function createUsage(kernel: Kernel): UsageLedger {
  const ledger = new UsageLedger(kernel);
  snapshotUsage(kernel).connect({
    read: () => [...ledger.entries()].map(shorten),
    // A newer version of the library may know more limits.
    restore: (items) => ledger.restore(items.filter(({ field }) => Object.hasOwn(limitNamed, field)) as UsageEntry[]),
    forget: (resource, id) => ledger.forget(resource, id),
  });
  return ledger;
}

/** With a point every quarter of an hour, a day has 96 points. */
const SNAPSHOT_POINTS = 128;

/** A snapshot is part of a page, so it has only the points that a forecast needs. */
function shorten({ history, ...reading }: UsageEntry): UsageEntry {
  const { kind, unit } = limitNamed[reading.field];
  if (history === undefined || (kind !== 'level' && kind !== 'quota')) return reading;
  return { ...reading, history: thinPoints(history, SNAPSHOT_POINTS, periodStart(unit, reading.at)) };
}
