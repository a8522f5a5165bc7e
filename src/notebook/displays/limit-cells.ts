import type { LimitUsage, Thresholds } from '../../index.js';
import { levelsOf } from '../../core/limits/thresholds.js';
import { raisedStatuses } from '../../core/fleet/thresholds-option.js';
import { describeCountdown } from '../../format/describe-duration.js';
import { describeAmount, describeShare, describeUse } from '../../format/describe-use.js';
import type { Html } from '../display/html.js';
import { barHtml } from '../display/bar-plot.js';
import type { Column, TableCell } from '../display/table.js';
import { limitTones } from '../display/tone.js';
import { formatMoment } from '../display/text.js';

type LimitColumn = Column<{ readonly limit: LimitUsage }>;

export function limitColumns(thresholds: Thresholds | undefined, now: number, zone: string): readonly LimitColumn[] {
  return [
    { title: 'Limit', cell: ({ limit }) => ({ text: limit.name, bar: meterOf(limit, thresholds) }) },
    { title: 'Used', align: 'right', cell: ({ limit }) => useCell(limit) },
    { title: 'Status', cell: ({ limit }) => limitStatusCell(limit), name: 'status', data: ({ limit }) => limit.status },
    { title: 'Reaches its limit', cell: ({ limit }) => forecastCell(limit, now, zone) },
  ];
}

export function meterOf({ field, ratio, status }: LimitUsage, thresholds: Thresholds | undefined): Html | undefined {
  if (ratio === undefined) return undefined;
  const levels = levelsOf(thresholds)(field);
  const marks = raisedStatuses.map((raised) => levels[raised]).filter((share) => share < 1);
  return barHtml(ratio, limitTones[status], [...new Set(marks)]);
}

/** The used share, the amount in use and the limit: `92 %, 59 MiB of 64 MiB`. Parts that are not known are left out. */
export function useCell(usage: LimitUsage): TableCell {
  const { used, limit, unit, ratio } = usage;
  const amounts = used !== undefined && limit === undefined ? describeAmount(used, unit) : describeUse(usage);
  return ratio === undefined ? { text: amounts } : { text: describeShare(ratio), under: amounts };
}

export function limitStatusCell({ status, used }: LimitUsage): TableCell {
  const isUnreported = status === 'unknown' && used === undefined;
  return { text: isUnreported ? 'no use reported' : status, tone: limitTones[status] };
}

export function forecastCell({ exhaustsAt }: LimitUsage, now: number, zone: string): TableCell {
  if (exhaustsAt === undefined) return { text: '–' };
  return { text: `in ${describeCountdown(exhaustsAt, now)}`, under: formatMoment(exhaustsAt, zone) };
}
