import { type ReactElement, useMemo, useState } from 'react';
import { type LimitUsage, usageOf, type UsagePoint, type UsageReading } from '../../../../index.js';
import { useFleet, useLimits, useView } from '../../../../bindings/react/index.js';
import { fullestFirst } from '../../../../format/attention.js';
import { isSimulated } from '../../../../format/describe-use.js';
import { limitHealth } from '../../../../format/health.js';
import { printable } from '../../../../format/printable.js';
import { useActivity } from '../server/activity.js';
import { LimitMeter } from '../limits/limit-meter.js';
import { usePage } from '../server/use-page.js';
import { Ago, Until, useNow } from '../shell/time.js';
import { part } from '../shell/part.js';
import { limitWords, selectOrigins } from './select-fields.js';
import { ValuesTable } from './chart/values-table.js';
import { describeMissingUsage } from './describe-missing-usage.js';
import { marksOf } from './chart/chart-marks.js';
import type { ResourceProps } from './fields.js';
import { Section, Segments, TechnicalDetails, Toggle } from './section.js';
import { type ChartRange, chartRanges, usageChart } from './usage-chart.js';
import { useUsageHistory } from './use-usage-history.js';

// The chart library is half as large as the rest of the page.
export const TimeChart = part(async () => (await import('./chart/time-chart.js')).TimeChart);

const RANGES = Object.keys(chartRanges) as ChartRange[];

/** The limits with reported usage, the fullest first. Limits that need no attention are folded. */
export function UsageSection({ resource, id, record }: ResourceProps): ReactElement {
  const used = fullestFirst(useLimits(resource, id).filter((limit) => limit.used !== undefined));
  const latest = useView(usageOf(useFleet(), resource, id));
  const history = useUsageHistory(resource, id);
  const [range, setRange] = useState<ChartRange>('1 h');
  const [isZoomed, setZoomed] = useState(false);
  const { common, of } = selectOrigins(used, latest);
  const hasChart = Object.values(history).some((samples) => samples.length > 1);
  if (used.length === 0) return <MissingUsage resource={resource} id={id} record={record} />;
  const figures = used.map((usage): UsageFigureProps => {
    const origin = common === undefined ? of(usage) : undefined;
    return { usage, record, range, isZoomed, history: history[usage.field] ?? [], origin };
  });
  const isLoud = ({ usage }: UsageFigureProps): boolean =>
    limitHealth(usage) !== undefined || usage.exhaustsAt !== undefined;
  const quiet = figures.filter((figure) => !isLoud(figure));
  return (
    <Section
      title="Usage"
      badge={
        used.map(of).some(isSimulated) && (
          <span className="chip" data-tone="change">
            simulated
          </span>
        )
      }
      aside={
        hasChart && (
          <>
            <Toggle name="Zoom to the data" isOn={isZoomed} onChange={setZoomed} />
            <Segments legend="Period of the charts" choices={RANGES} chosen={range} onChoose={setRange} />
          </>
        )
      }
    >
      <div className="stack detail-usages">
        {figures.filter(isLoud).map((figure) => (
          <UsageFigure key={figure.usage.field} {...figure} />
        ))}
      </div>
      <div>
        {quiet.map((figure) => (
          <QuietLimit key={figure.usage.field} {...figure} />
        ))}
      </div>
      {common !== undefined && (
        <p className="note">
          <OriginText origin={common} />
        </p>
      )}
    </Section>
  );
}

function MissingUsage({ resource, id, record }: ResourceProps): ReactElement {
  const sources = useView(usePage().usage.sources);
  const { text, details } = describeMissingUsage(resource, { ...record, id }, sources);
  return (
    <Section title="Usage">
      <div className="muted prose detail-empty">
        <p>{text}</p>
        <TechnicalDetails text={details} />
      </div>
    </Section>
  );
}

interface UsageFigureProps {
  readonly usage: LimitUsage;
  readonly record: object;
  readonly history: readonly UsagePoint[];
  readonly range: ChartRange;
  readonly isZoomed: boolean;
  /** Present unless all limits have the same origin. */
  readonly origin: UsageReading | undefined;
}

const STATUS_WORDS: Readonly<Record<string, string>> = {
  warning: 'near the limit',
  critical: 'almost full',
  exceeded: 'limit reached',
};

function UsageFigure(props: UsageFigureProps): ReactElement {
  const { usage, record } = props;
  const { name, status } = usage;
  const { used, ofLimit, exact, share, remaining, explanation } = limitWords(usage, record);
  return (
    <section aria-label={name} data-status={status}>
      <header className="line spread baseline">
        <h4 title={explanation}>{name}</h4>
        {share !== undefined && (
          <span className="line baseline detail-share" data-ink={status}>
            <span className="detail-word">{STATUS_WORDS[status]}</span>
            <strong>{share}</strong>
          </span>
        )}
      </header>
      <p className="line wrap baseline muted detail-amount" title={exact}>
        <strong>{used}</strong> {ofLimit}
        {remaining !== undefined && <span className="push">{remaining} left</span>}
      </p>
      {share !== undefined && <LimitMeter usage={usage} />}
      <UsageOverTime {...props} />
    </section>
  );
}

function QuietLimit(props: UsageFigureProps): ReactElement {
  const { usage, record } = props;
  const [isOpen, setOpen] = useState(false);
  const { used, ofLimit, exact, share, explanation } = limitWords(usage, record);
  return (
    <details className="folded" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="line" title={exact ?? explanation}>
        <span>{usage.name}</span>
        <span className="muted cut push">
          {used} {ofLimit}
        </span>
        <span className="detail-quiet-share">{share}</span>
        <LimitMeter usage={usage} />
      </summary>
      {isOpen && <UsageOverTime {...props} />}
    </details>
  );
}

function UsageOverTime({ usage, history, range, isZoomed, origin }: UsageFigureProps): ReactElement {
  const { resource, id, field, name, exhaustsAt } = usage;
  const now = useNow((at) => Math.ceil(at / STEP_MS) * STEP_MS);
  const { entries } = useActivity();
  const content = useMemo(() => {
    const marks = marksOf(entries ?? [], { resource, id, field });
    return usageChart(usage, history, { range, now, isZoomed, marks });
  }, [usage, history, range, now, isZoomed, entries, resource, id, field]);
  return (
    <>
      {content !== undefined ? (
        <TimeChart fallback={<div className="chart-canvas" />} content={content} name={`${name} over time`} />
      ) : (
        <p className="note">
          {history.length > 1
            ? `No values in the last ${range.replace(' h', range === '1 h' ? ' hour' : ' hours')}.`
            : 'A chart needs two values.'}
        </p>
      )}
      <footer className="line wrap spread note detail-foot-line">
        {exhaustsAt !== undefined && (
          <span className="detail-forecast">
            Full <Until at={exhaustsAt} /> at the current rate
          </span>
        )}
        {origin !== undefined && <OriginText origin={origin} />}
        {content !== undefined && <ValuesTable name={name} content={content} />}
      </footer>
    </>
  );
}

/** The time axis moves in steps, because a chart is not drawn every second. */
const STEP_MS = 5000;

/** The badge of the section labels simulated usage, so its source is not shown. */
function OriginText({ origin }: { readonly origin: UsageReading }): ReactElement {
  const { at, source } = origin;
  return (
    <span>
      Reported <Ago at={at} />
      {source !== undefined && !isSimulated(origin) && ` by ${printable(source)}`}
    </span>
  );
}
