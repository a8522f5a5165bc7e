import type { Fleet } from '../fleet/fleet.js';
import { snapshotUsage } from '../fleet/fleet-snapshot.js';
import { liveKernelOf, type Kernel } from '../fleet/kernel.js';
import type { ResourceKind } from '../shared/resource-kind.js';
import { addReading } from './add-reading.js';
import { statusAt } from './measure-limit.js';
import { readReport, type ReportOptions } from './read-report.js';
import { levelsOf } from './thresholds.js';
import { usagePart } from './usage-part.js';
import type { UsageLedger } from './usage-ledger.js';
import type { UsageValues } from './usage-sample.js';

/**
 * Reports the use of a resource's limits. Limits that are not named keep their use. If any value is invalid, the whole
 * report is rejected.
 *
 * - Reports may arrive late, repeatedly and in any order. For each limit, the reading with the latest time counts. Of
 *   two readings with the same time, the later report counts.
 * - When the day or month (in UTC) of a quota ends, its use is unknown until the next report.
 * - After the clock is set back, the next report replaces all readings with a later time.
 * - The use of a resource that does not become known is forgotten `retainMs` after its last report.
 *
 * @param amounts Amounts by limit field, in the units of the limits. `undefined` is ignored.
 * @throws FleetError `invalid-request` with all issues. The issue of an unknown limit lists the known limits. `disposed`
 * @example
 * ```ts
 * reportUsage(fleet, 'database', id, { db_max_clients: 812 }, { source: 'redis-info' });
 * ```
 * @see api.md, Limits
 */
export function reportUsage<Resource extends ResourceKind>(
  fleet: Fleet,
  resource: Resource,
  id: string,
  amounts: UsageValues<Resource>,
  options?: ReportOptions,
): void {
  reportPart(liveKernelOf(fleet, 'reportUsage'))(resource, id, amounts, options);
}

export type Report = (resource: ResourceKind, id: string, amounts: object, options?: ReportOptions) => void;

/** The part of a fleet that checks reports. A page that only shows usage does not load it. */
export function reportPart(kernel: Kernel): Report {
  return kernel.part('report-usage', (of) => createReport(of, usagePart(of)));
}

export function createReport(kernel: Kernel, ledger: UsageLedger): Report {
  const { stores, clocks, options: settings } = kernel;
  const { unknownIds } = snapshotUsage(kernel);
  const levels = levelsOf(settings.thresholds);
  return (resource, id, amounts, options = {}) => {
    const now = clocks.corrected.now();
    const seen = readReport(resource, id, amounts, options, now);
    const store = stores[resource];
    const { record } = store.peek(id);
    if (!store.isMember(id)) unknownIds.start(id);
    ledger.change(resource, id, (sample, capacity) =>
      seen.reduce((kept, [field, reading]) => {
        const statusBefore = record && statusAt(field, sample[field], reading.at, record, levels);
        return addReading(kept, field, statusBefore ? { ...reading, statusBefore } : reading, capacity, now);
      }, sample),
    );
  };
}
