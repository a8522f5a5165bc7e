import { type ReactElement, Suspense, useEffect, useMemo, useState } from 'react';
import {
  type Database,
  type LimitField,
  type LimitUsage,
  type ResourceKind,
  usageHistoryOf,
  usageOf,
} from '../../../../index.js';
import { useFleet, useLimits, useView } from '../../../../bindings/react/index.js';
import { printable } from '../../../../format/printable.js';
import { LimitMeter } from '../limits/worst-limit.js';
import { usePage } from '../server/use-page.js';
import { useNow } from '../shell/now.js';
import { part } from '../shell/part.js';
import { Ago, Until } from '../shell/relative-time.js';
import { arrangeLimits, isSimulated, limitWords, selectOrigins, type UsageOrigin } from './limit-words.js';
import { ValuesTable } from './chart/values-table.js';
import type { Sample } from './chart/time-series.js';
import { describeMissingUsage } from './describe-missing-usage.js';
import { Section, Segments, TechnicalDetails } from './section.js';
import { type ChartRange, chartRanges, describeChart, usageChart } from './usage-chart.js';
import type { UsagePoint } from '../../../../core/limits/usage-sample.js';

// The chart library is half as large as the rest of the page.
const TimeChart = part(async () => (await import('./chart/time-chart.js')).TimeChart);

const RANGES = Object.keys(chartRanges) as ChartRange[];

export interface UsageSectionProps {
  readonly resource: ResourceKind;
  readonly id: string;
  readonly record: object;
}

export function UsageSection({ resource, id, record }: UsageSectionProps): ReactElement {
  const fleet = useFleet();
  const { used } = arrangeLimits(useLimits(resource, id));
  const latest = useView(useMemo(() => usageOf(fleet, resource, id), [fleet, resource, id]));
  const history = useUsageHistory(resource, id);
  const [range, setRange] = useState<ChartRange>('1 h');
  const { common, of } = selectOrigins(used, latest);
  const origins = used.map(of);
  const hasChart = Object.values(history).some((samples) => samples.length > 1);
  if (used.length === 0) return <MissingUsage {...{ resource, id, record }} />;
  return (
    <Section
      title="Usage"
      badge={origins.some(isSimulated) && <span className="chip detail-simulated">simulated</span>}
      aside={hasChart && <Segments legend="Period of the charts" choices={RANGES} chosen={range} onChoose={setRange} />}
    >
      <div className="detail-usages">
        {used.map((limit) => (
          <UsageFigure
            key={limit.field}
            usage={limit}
            record={record}
            history={history[limit.field] ?? []}
            range={range}
            origin={common === undefined ? of(limit) : undefined}
          />
        ))}
      </div>
      {common !== undefined && (
        <p className="detail-note">
          <OriginText origin={common} />
        </p>
      )}
    </Section>
  );
}

function MissingUsage({ resource, id, record }: UsageSectionProps): ReactElement {
  const sources = useView(usePage().usage.sources);
  const { text, details } = describeMissingUsage(
    resource,
    { id, endpoint: (record as Partial<Database>).endpoint },
    sources,
  );
  return (
    <Section title="Usage">
      <div className="detail-empty">
        <p>{text}</p>
        <TechnicalDetails text={details} />
      </div>
    </Section>
  );
}

interface UsageFigureProps {
  readonly usage: LimitUsage;
  readonly record: object;
  readonly history: readonly Sample[];
  readonly range: ChartRange;
  /** Present unless all limits have the same origin. */
  readonly origin: UsageOrigin | undefined;
}

const STATUS_WORDS: Readonly<Record<string, string>> = {
  warning: 'near the limit',
  critical: 'almost full',
  exceeded: 'limit reached',
};

function UsageFigure({ usage, record, history, range, origin }: UsageFigureProps): ReactElement {
  const { name, status, exhaustsAt } = usage;
  const { used, limit, isBounded, exact, share, remaining, explanation } = limitWords(usage, record);
  const now = useNow(toStep);
  const content = useMemo(() => usageChart(usage, history, range, now), [usage, history, range, now]);
  return (
    <section className="detail-usage" aria-label={name} data-status={status}>
      <header className="detail-usage-head">
        <h4 title={explanation}>{name}</h4>
        {share !== undefined && (
          <span className="detail-share" data-ink={status}>
            {STATUS_WORDS[status] !== undefined && <span className="detail-status-word">{STATUS_WORDS[status]}</span>}
            <strong>{share}</strong>
          </span>
        )}
      </header>
      <p className="detail-amount" title={exact}>
        <strong>{used}</strong> {isBounded ? `of ${limit}` : `· ${limit === 'unknown' ? 'unknown limit' : limit}`}
        {remaining !== undefined && <span className="detail-remaining">{remaining} left</span>}
      </p>
      {share !== undefined && <LimitMeter usage={usage} />}
      {content !== undefined && (
        <Suspense fallback={<div className="chart-canvas" />}>
          <TimeChart content={content} name={`${name} over time`} description={describeChart(content)} />
        </Suspense>
      )}
      {content === undefined && history.length > 1 && (
        <p className="detail-note">
          No values in the last {range.replace(' h', range === '1 h' ? ' hour' : ' hours')}.
        </p>
      )}
      <footer className="detail-usage-foot">
        {exhaustsAt !== undefined && (
          <span className="detail-forecast">
            Full <Until at={exhaustsAt} /> at the current rate
          </span>
        )}
        {origin !== undefined && <OriginText origin={origin} />}
        {content !== undefined && (
          <ValuesTable name={name} samples={content.samples} formatValue={content.formatValue} />
        )}
      </footer>
    </section>
  );
}

const STEP_MS = 5000;

/** The time axis moves in steps, because a chart is not drawn every second. */
function toStep(now: number): number {
  return Math.ceil(now / STEP_MS) * STEP_MS;
}

/** The badge of the section labels simulated usage, so its source is not shown. */
function OriginText({ origin }: { readonly origin: UsageOrigin }): ReactElement | null {
  const { at, source } = origin;
  if (at === undefined) return null;
  return (
    <span>
      Reported <Ago at={at} />
      {source !== undefined && !isSimulated(origin) && ` by ${printable(source)}`}
    </span>
  );
}

/** The use of limits over time by field, oldest first. Fields without a history are absent. */
export type HistoryByField = { readonly [Field in LimitField]?: readonly Sample[] };

/** Returns the usage of a resource over the last day, and loads from the server what came before the page was opened. */
function useUsageHistory(resource: ResourceKind, id: string): HistoryByField {
  const fleet = useFleet();
  const server = usePage().usage;
  useEffect(() => void server.loadHistory(resource, id), [server, resource, id]);
  const history = useView(useMemo(() => usageHistoryOf(fleet, resource, id), [fleet, resource, id]));
  return useMemo(() => {
    const byField: Readonly<Record<string, readonly UsagePoint[]>> = history;
    return Object.fromEntries(
      Object.entries(byField).map(([field, points]) => [field, points.map(({ at, used }) => ({ at, value: used }))]),
    );
  }, [history]);
}
