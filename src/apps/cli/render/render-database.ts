import stringWidth from 'fast-string-width';
import type { LimitUsage } from '../../../index.js';
import { databaseGroups } from '../../../format/database-groups.js';
import type { ShownRecord } from '../../../format/exact-record.js';
import { describeDuration } from '../../../format/describe-duration.js';
import { describeShare, describeUse, isPracticallyUnlimited } from '../../../format/describe-use.js';
import { formatValue } from '../../../format/format-value.js';
import { cutText, wrapText, type Palette, type Style, type RenderOptions } from '../../terminal/text.js';
import { fieldBlocks, LABEL_COLUMNS, renderFields } from '../../terminal/render-fields.js';

const GAP = 2;

export function renderDatabase(
  record: ShownRecord,
  options: RenderOptions,
  usages: readonly LimitUsage[] = [],
  now = 0,
): string {
  const limits = limitWords(record, usages);
  const shown = renderFields(fieldBlocks(record, databaseGroups, limits), options).map((lines) => lines.join('\n'));
  return [headline(record, options), ...shown, ...whenUsed(usages, now, options)].join('\n\n');
}

function whenUsed(usages: readonly LimitUsage[], now: number, { columns, palette }: RenderOptions): string[] {
  const latest = Math.max(...usages.map(({ observedAt = -Infinity }) => observedAt));
  if (latest === -Infinity) return [];
  const words = `The use of the limits was read ${describeDuration(now - latest)} ago.`;
  return [wrapText(words, columns).map(palette.dim).join('\n')];
}

function headline({ database_name: name, state }: ShownRecord, { columns, palette }: RenderOptions): string {
  const stateText = cutText(formatValue(state), LABEL_COLUMNS);
  const nameText = cutText(formatValue(name), columns - stringWidth(stateText) - GAP);
  return `${palette.bold(palette.cyan(nameText))}${' '.repeat(GAP)}${stateStyle(state, palette)(stateText)}`;
}

export function stateStyle(state: unknown, palette: Palette): Style {
  if (state === 'active') return palette.green;
  return state === 'suspended' ? palette.red : palette.yellow;
}

function limitWords(record: ShownRecord, limits: readonly LimitUsage[]): ReadonlyMap<string, string> {
  return new Map(
    limits.flatMap((usage): [string, string][] => {
      const { field, limit, used, ratio } = usage;
      const isUnbounded = limit !== undefined && isPracticallyUnlimited(limit);
      // A value that is not a limit is shown as the service sent it. Without a use, a limit has all its digits.
      if (limit === undefined ? record[field] !== null : used === undefined && !isUnbounded) return [];
      const words = describeUse(usage);
      if (!isUnbounded) return [[field, ratio === undefined ? words : `${words} (${describeShare(ratio)})`]];
      return [[field, limit === 'unlimited' ? words : `${words} (${formatValue(record[field], 'count')})`]];
    }),
  );
}
