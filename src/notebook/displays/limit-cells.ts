import type { LimitUsage, Thresholds } from '../../index.js';
import { levelsOf } from '../../core/limits/thresholds.js';
import { raisedStatuses } from '../../core/fleet/thresholds-option.js';
import { describeCountdown } from '../../format/describe-duration.js';
import { describeAmount, describeShare, describeUse } from '../../format/describe-use.js';
import { html, type Html } from '../display/html.js';
import { barHtml } from '../display/bar-plot.js';
import type { TableCell } from '../display/table.js';
import { limitTones, tonedWord } from '../display/tone.js';
import { formatMoment } from '../display/text.js';

/** The name of a limit, with a bar for its used share where the share is known. */
export function meterCell(limit: LimitUsage, thresholds: Thresholds | undefined): TableCell {
  return { text: limit.name, html: html`${limit.name}${meterOf(limit, thresholds)}` };
}

/** A bar with marks at the shares at which a status begins, below the whole limit. */
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
  if (ratio === undefined) return { text: amounts };
  const share = describeShare(ratio);
  return { text: `${share}, ${amounts}`, html: html`${share} <span class="fg-under">${amounts}</span>` };
}

export function limitStatusCell({ status, used }: LimitUsage): TableCell {
  const word = status === 'unknown' && used === undefined ? 'no use reported' : status;
  return { text: word, html: html`${tonedWord(word, limitTones[status])}` };
}

/** The forecast: `in 3 h`, with the time. Empty without a forecast. */
export function forecastCell({ exhaustsAt }: LimitUsage, now: number, zone: string): TableCell {
  if (exhaustsAt === undefined) return { text: '–' };
  const countdown = `in ${describeCountdown(exhaustsAt, now)}`;
  const moment = formatMoment(exhaustsAt, zone);
  const [date = '', time = ''] = moment.split('T');
  return {
    text: `${countdown}, ${moment}`,
    html: html`${countdown} <span class="fg-under">${date}T<wbr />${time}</span>`,
  };
}
