import { type CSSProperties, type ReactElement, useEffect, useMemo, useReducer, useState } from 'react';
import { useFleet } from '../../../../bindings/react/index.js';
import { describeShare } from '../../../../format/describe-use.js';
import { printable } from '../../../../format/printable.js';
import { nameOfRecord } from '../../../../format/record-name.js';
import { type Fleet, type LimitField, limitsOf, type ResourceKind, usageHistoryOf } from '../../../../index.js';
import UPlot from 'uplot';
import { axisOf, resolveColour } from '../detail/chart/chart-options.js';
import { formatLocal, formatTicks } from '../detail/chart/format-time.js';
import type { Sample } from '../detail/chart/time-series.js';
import { type DrawnOptions, useChart } from '../detail/chart/use-chart.js';
import { Segments } from '../detail/section.js';
import { usePage } from '../server/use-page.js';
import { shorten } from '../shell/copy.js';
import { Dialog } from '../shell/dialog.js';
import { pageViews } from '../shell/route.js';

export interface CompareDialogProps {
  readonly resource: ResourceKind;
  /** Two to six ids. The list stays the same while the dialog is open. */
  readonly ids: readonly string[];
  readonly onClose: () => void;
}

/** The use of one limit by several databases or indices, each as a share of its own limit, in one chart. */
export function CompareDialog({ resource, ids, onClose }: CompareDialogProps): ReactElement {
  const fleet = useFleet();
  const limits = useKnownLimits(fleet, resource, ids);
  const [wanted, choose] = useState<string>();
  const chosen = limits.find(({ name }) => name === wanted) ?? limits[0];
  return (
    <Dialog title={`Compare ${ids.length} ${pageViews[resource].name.toLowerCase()}`} onClose={onClose}>
      {chosen === undefined ? (
        <p className="muted">No usage of these is known yet.</p>
      ) : (
        <div className="stack compare">
          <Segments legend="Limit" choices={limits.map(({ name }) => name)} chosen={chosen.name} onChoose={choose} />
          <Comparison
            key={chosen.field}
            lines={withIds(ids.map((id) => lineOf(fleet, resource, id, chosen.field)))}
            name={`${chosen.name}, share of the limit`}
          />
        </div>
      )}
    </Dialog>
  );
}

function Comparison({ lines, name }: { readonly lines: readonly ComparedLine[]; readonly name: string }): ReactElement {
  const [index, setIndex] = useState<number>();
  const data = useMemo(() => dataOf(lines), [lines]);
  const { place, chart } = useChart((element) => optionsOf(element, lines.length, setIndex), data);
  const [times] = data;
  const seconds = index === undefined ? undefined : times[index];
  const at = seconds === undefined ? Infinity : Math.round(seconds * 1000);
  const when = seconds === undefined ? 'Latest values' : formatLocal(at);
  const shares = lines.map(({ samples }) => {
    const share = samples.findLast((sample) => sample.at <= at)?.value;
    return share === undefined ? 'no data' : describeShare(share);
  });
  return (
    <figure aria-label={name}>
      <ul className="stack compare-legend">
        {lines.map((line, order) => (
          <li key={line.id} className="line" style={{ '--series': `var(--series-${order + 1})` } as CSSProperties}>
            <svg viewBox="0 0 28 3" aria-hidden="true" style={{ '--dashes': String(DASHES[order]) } as CSSProperties}>
              <path d="M0 1.5h28" />
            </svg>
            <span className="cut">{line.name}</span>
            <strong className="push">{shares[order]}</strong>
          </li>
        ))}
      </ul>
      <div
        ref={place}
        className="chart-canvas compare-chart"
        role="slider"
        tabIndex={0}
        aria-label={`${name}. The arrow keys select a time.`}
        aria-valuemin={0}
        aria-valuemax={times.length}
        aria-valuenow={index ?? times.length}
        aria-valuetext={`${when}: ${lines.map((line, order) => `${line.name} ${shares[order]}`).join(', ')}`}
        onKeyDown={({ key }) => chart.current && moveCursor(chart.current, { ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0)}
      />
      <figcaption className="muted">{when}</figcaption>
    </figure>
  );
}

/** Loads the histories of the limits, and renders the component when a limit or a history changes. */
function useKnownLimits(fleet: Fleet, resource: ResourceKind, ids: readonly string[]) {
  const server = usePage().usage;
  const [, change] = useReducer((before: number) => before + 1, 0);
  useEffect(() => {
    const followed = ids.flatMap((id) => {
      void server.loadHistory(resource, id);
      return [limitsOf(fleet, resource, id).subscribe(change), usageHistoryOf(fleet, resource, id).subscribe(change)];
    });
    return () => followed.forEach((subscription) => subscription.unsubscribe());
  }, [fleet, server, resource, ids]);
  const known = ids.flatMap((id) => limitsOf(fleet, resource, id).value.filter(({ ratio }) => ratio !== undefined));
  return [...new Map(known.map((limit) => [limit.field, limit])).values()];
}

function lineOf(fleet: Fleet, resource: ResourceKind, id: string, field: LimitField) {
  const limit = limitsOf(fleet, resource, id).value.find((each) => each.field === field)?.limit;
  const { value: record } = resource === 'database' ? fleet.databases.record(id) : fleet.indices.record(id);
  const points = typeof limit === 'number' ? (usageHistoryOf(fleet, resource, id).value[field] ?? []) : [];
  // A limit of 0 has a share of 0 while nothing is used.
  const samples = points.map(({ at, used }): Sample => ({ at, value: used && used / Math.abs(Number(limit)) }));
  return { id, name: printable(nameOfRecord(record) ?? id), samples };
}

type ComparedLine = ReturnType<typeof lineOf>;

function withIds(lines: readonly ComparedLine[]): readonly ComparedLine[] {
  const isSole = (name: string): boolean => lines.filter((line) => line.name === name).length === 1;
  return lines.map((line) => (isSole(line.name) ? line : { ...line, name: `${line.name} ${shorten(line.id)}` }));
}

/** With forced colours, the lines differ by their dashes. */
const DASHES = [[], [8, 4], [2, 3], [12, 4, 2, 4], [5, 2], [1, 5]];

/** Any use of a limit of 0 is an infinite share, which a chart cannot show. */
function dataOf(lines: readonly ComparedLine[]): UPlot.AlignedData {
  const valueOf = ({ value }: Sample): number | null => (value === Infinity ? null : value);
  return UPlot.join(lines.map(({ samples }) => [samples.map(({ at }) => at / 1000), samples.map(valueOf)]));
}

function moveCursor(chart: UPlot, by: number): void {
  const [times] = chart.data;
  const now = chart.cursor.idx ?? times.length;
  const next = times[Math.max(0, Math.min(times.length - 1, now + by))];
  if (by !== 0 && next !== undefined) chart.setCursor({ left: chart.valToPos(next, 'x'), top: 0 });
}

/** The axis goes from 0 to the limit, which is 100 %. The lines have the colours `--series-1`, `--series-2` and so on. */
function optionsOf(place: HTMLElement, count: number, onIndex: (index?: number) => void): DrawnOptions {
  const isForced = matchMedia('(forced-colors: active)').matches;
  const axis = axisOf(place);
  const series = Array.from({ length: count }, (_, nth): UPlot.Series => ({
    stroke: () => resolveColour(place, isForced ? 'var(--ink-muted)' : `var(--series-${nth + 1})`),
    width: 2,
    dash: isForced ? (DASHES[nth] ?? []) : [],
    spanGaps: true,
    points: { show: false },
  }));
  return {
    cursor: { y: false, drag: { x: false, y: false } },
    scales: { y: { range: (_, __, most) => [0, Math.max(1, most ?? 0) * 1.05] } },
    series: [{}, ...series],
    axes: [
      { ...axis, grid: { show: false }, values: (_, seconds) => formatTicks(seconds.map((second) => second * 1000)) },
      { ...axis, size: 52, values: (_, shares) => shares.map(describeShare) },
    ],
    hooks: { setCursor: [({ cursor: { idx } }) => onIndex(idx ?? undefined)] },
  };
}
