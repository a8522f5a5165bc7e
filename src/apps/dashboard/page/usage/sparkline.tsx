import { useMemo, type ReactElement } from 'react';
import { useUsageHistory } from '../detail/use-usage-history.js';
import { describeDuration } from '../../../../format/describe-duration.js';
import { describeAmount } from '../../../../format/describe-use.js';
import { findGaps } from '../detail/chart/time-series.js';
import type { LimitUsage, UsagePoint } from '../../../../index.js';

const WIDTH = 96;
const HEIGHT = 24;

/** The recent use of a limit as a small line, from 0 to 100 %. A line needs two points. Only rows on the page subscribe to their history. */
export function Sparkline({ usage }: { readonly usage: LimitUsage }): ReactElement | null {
  const { resource, id, field, name, unit, limit, status } = usage;
  const points = useUsageHistory(resource, id)[field] ?? NO_POINTS;
  const lines = useMemo(() => linesOf(points, typeof limit === 'number' ? limit : 0), [points, limit]);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2) return null;
  const span = `${name}, last ${describeDuration(last.at - first.at)}`;
  const label = `${span}: ${describeAmount(first.used, unit)} to ${describeAmount(last.used, unit)}`;
  return (
    <svg
      className="sparkline"
      role="img"
      aria-label={label}
      data-status={status}
      viewBox={`0 -1 ${WIDTH} ${HEIGHT + 2}`}
      width={WIDTH}
      height={HEIGHT}
    >
      {lines.map((line, place) => (
        <polyline key={place} points={line} />
      ))}
    </svg>
  );
}

/** The lines from the first use to the last, in the coordinates of the drawing. A time without readings is a gap. */
export function linesOf(points: readonly UsagePoint[], limit: number): readonly string[] {
  const used = points.map((point) => point.used);
  const [start, end] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
  // Without a limit, the height is the largest use.
  const top = limit || Math.max(...used) || 1;
  const beforeGap = findGaps(points, end);
  // More points than pixels would slow a long list down.
  const step = Math.ceil(points.length / WIDTH);
  const lines: string[] = [''];
  points.forEach(({ at, used: amount }, place) => {
    const isDrawn = place % step === 0 || place === points.length - 1 || beforeGap.has(at);
    const x = ((WIDTH * (at - start)) / (end - start || 1)).toFixed(1);
    const y = (HEIGHT * (1 - Math.min(1, Math.max(0, amount / top)))).toFixed(1);
    if (isDrawn) lines.push(`${lines.pop()} ${x},${y}`);
    if (beforeGap.has(at)) lines.push('');
  });
  return lines;
}

const NO_POINTS: readonly UsagePoint[] = [];
