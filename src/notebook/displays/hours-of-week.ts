import { max, mean, rollup, sum } from 'd3-array';
import { formatCompactCount, formatCount } from '../../format/quantities.js';
import { html } from '../display/html.js';
import type { PlotPoint } from '../display/line-plot.js';
import type { Column } from '../display/table.js';
import { toneColours } from '../display/tone.js';
import { offsetMsOf } from '../display/text.js';

const HOUR_MS = 3_600_000;
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

export interface Weekday {
  readonly day: string;
  /** The mean of each hour; `NaN` for an hour without points. */
  readonly means: readonly number[];
}

/**
 * Returns the means of series by the weekdays and hours of a zone. It adds the means of several series. An hour that the
 * clocks skip has no points on that day; an hour that they repeat counts twice.
 */
export function hoursOfWeek(series: readonly (readonly PlotPoint[])[], zone: string): readonly Weekday[] {
  const hourOf = (at: number): number => Math.floor((at + offsetMsOf(zone, at)) / HOUR_MS);
  const startOf = ({ at }: PlotPoint): number => hourOf(at) * HOUR_MS - offsetMsOf(zone, at);
  // 1 January 1970 was a Thursday.
  const placeOf = ([start]: [start: number, mean: number]): number => (((hourOf(start) + 72) % 168) + 168) % 168;
  const means = series.map((points) => {
    // One hour may have more points than another. So each hour of each day counts once, with its mean.
    const hours = rollup(points, (own) => mean(own, ({ value }) => value) ?? 0, startOf);
    return rollup(hours, (own) => mean(own, ([, value]) => value) ?? 0, placeOf);
  });
  const meanOf = (hour: number): number => {
    const known = means.flatMap((each) => each.get(hour) ?? []);
    return known.length === 0 ? NaN : sum(known);
  };
  return DAYS.map((day, at) => ({ day, means: HOURS.map((_, hour) => meanOf(at * 24 + hour)) }));
}

/** A throughput in few characters. A value below 1 keeps three digits. */
export function formatThroughput(value: number): string {
  return value < 1 ? formatCount(Number(value.toPrecision(3))) : formatCompactCount(value);
}

/** The deepest colour of a cell, percent. The contrast of its text stays above 4.5. */
const DEEPEST = 55;

export function heatColumns(rows: readonly Weekday[]): readonly Column<Weekday>[] {
  const most = max(rows, ({ means }) => max(means)) || 1;
  const hours = HOURS.map((title, at): Column<Weekday> => {
    const valueOf = ({ means }: Weekday): number => means[at] as number;
    const cell = (row: Weekday) => {
      const [text, share] = [formatThroughput(valueOf(row)), Math.max(0, valueOf(row) || 0) / most];
      const colour = `color-mix(in srgb,${toneColours.busy} ${Math.round(share * DEEPEST)}%,transparent)`;
      const page = html`<span class="fg-heat" style="background:${colour}" title="${row.day}, ${title}:00"
        >${text}</span
      >`;
      return { text, html: page };
    };
    return { title, align: 'right', cell, name: title, type: 'number', data: valueOf };
  });
  return [{ title: 'Day', cell: ({ day }) => day, name: 'weekday' }, ...hours];
}

/** A page applies these rules to all its displays, so each rule selects only tables with coloured cells. */
export const heatStyle = `
.fleetglass .fg-table:has(.fg-heat) :is(td:has(.fg-heat),th.fg-right){padding:1px;text-align:center}
.fleetglass .fg-heat{display:block;min-width:9px;padding:4px 1px;font-size:11px;line-height:14px;min-height:14px}
@container (max-width:900px){.fleetglass .fg-heat,.fleetglass .fg-table:has(.fg-heat) thead th.fg-right:not(:nth-child(6n+2)){font-size:0}}`;
