import type { LimitUsage } from './limit-usage.js';
import { isPeriodOver } from './quota-period.js';

/**
 * What is known of a limit at a time: of a quota that began anew since its use was counted no use is known, and what
 * was foretold for a time that is over did not come true.
 *
 * @param now Unix milliseconds
 * @returns the usage it was given, if all of it still holds.
 */
export function asOf(usage: LimitUsage, now: number): LimitUsage {
  const { unit, observedAt = now } = usage;
  // Where nothing was counted, nothing is over.
  if (observedAt === now && usage.exhaustsAt === undefined) return usage;
  if (isPeriodOver(unit, observedAt, now)) return withoutUse(usage);
  if (usage.exhaustsAt === undefined || usage.exhaustsAt >= now) return usage;
  const { exhaustsAt: _, ...others } = usage;
  return others;
}

function withoutUse({ resource, id, name, field, unit, kind, limit }: LimitUsage): LimitUsage {
  const facts = { resource, id, name, field, unit, kind };
  return limit === 'unlimited' ? { ...facts, limit, status: 'unlimited' } : { ...facts, limit, status: 'unknown' };
}
