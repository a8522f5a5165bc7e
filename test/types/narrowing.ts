/* A status or a state narrows the other members of its type. Nothing runs here: see `public-api.ts`. */
import type { Activity, Database, Entry, LimitUsage, PollingStatus } from '../../src/index.js';

export function theStatusOfAnEntryTellsWhetherItHasARecord(entry: Entry<Database>): void {
  if (entry.status === 'fresh' || entry.status === 'stale') entry.record satisfies Database;
  if (entry.status === 'unknown' || entry.status === 'loading') entry.record satisfies undefined;
  // @ts-expect-error a missing database may never have been seen
  if (entry.status === 'missing') entry.record satisfies Database;
  const { record, status } = entry;
  if (status === 'fresh') record satisfies Database;
  if (record !== undefined) record.state satisfies string;
}

export function theStateOfPollingTellsItsReason(status: PollingStatus, activity: Activity): void {
  if (status.state === 'paused') status.reason.code satisfies 'requested' | 'hidden' | 'offline';
  if (status.state === 'held') status.until satisfies number;
  if (status.state === 'stopped') status.reason.code satisfies 'outage' | 'unauthorized' | 'forbidden';
  if (status.reason !== undefined) status.state satisfies 'paused' | 'held' | 'stopped';
  // @ts-expect-error polling that runs has no reason not to
  status.reason.message satisfies string;
  // @ts-expect-error the time of the next try is not known while that try is under way
  if (status.state === 'stopped') status.until satisfies number;
  if (activity.kind === 'polling' && activity.state === 'held') activity.until satisfies number;
}

export function theStatusOfALimitTellsWhatIsKnown(usage: LimitUsage): void {
  if (usage.status === 'exceeded' || usage.status === 'ok') {
    usage.limit satisfies number;
    usage.remaining satisfies number;
  }
  if (usage.status === 'unlimited') usage.ratio satisfies undefined;
  if (usage.status === 'unknown') usage.limit satisfies number | undefined;
  // A known share implies a known limit and use, as the status does.
  if (usage.ratio !== undefined) usage.remaining satisfies number;
  // @ts-expect-error the use of a limit may not be known
  usage.used satisfies number;
}
