import { lazy, Suspense, type ReactElement } from 'react';
import type { IndexRecord } from '../../../../index.js';
import { throughput } from '../../../../core/limits/throughput.js';
import { Section } from './section.js';
import { ThroughputTable } from './throughput-table.js';
import { formatThroughput, describeThroughput } from './throughput-words.js';

// The chart library is half as large as the rest of the page.
const ThroughputChart = lazy(async () => {
  const { ThroughputChart: component } = await import('./throughput-chart.js');
  return { default: component };
});

/** The throughput of a vector index over time: as a chart, as figures and as a table. */
export function ThroughputSection({ index }: { readonly index: IndexRecord }): ReactElement {
  const series = throughput(index);
  const { points, latest, peak, mean, drift } = series;
  if (latest === undefined || peak === undefined || mean === undefined)
    return (
      <Section title="Throughput">
        <p className="detail-empty">
          {drift === undefined ? 'The service reports no throughput of this index yet.' : 'No value is valid.'}
        </p>
      </Section>
    );
  return (
    <Section title="Throughput">
      <dl className="detail-figures">
        <Figure name="Latest" value={latest} />
        <Figure name="Peak" value={peak} />
        <Figure name="Mean" value={mean} />
      </dl>
      {/* A line needs two points. */}
      {points.length > 1 && (
        <figure className="detail-chart" aria-label={`Throughput over time. ${describeThroughput(series)}`}>
          <Suspense fallback={<div className="detail-chart-canvas" />}>
            <ThroughputChart points={points} />
          </Suspense>
        </figure>
      )}
      <p className="detail-note">
        Times are UTC. The unit of the values is not documented.
        {drift !== undefined && ` ${drift.length} more ${drift.length === 1 ? 'value is' : 'values are'} not valid.`}
      </p>
      <ThroughputTable points={points} />
    </Section>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: number }): ReactElement {
  return (
    <div title={String(value)}>
      <dt>{name}</dt>
      <dd>{formatThroughput(value)}</dd>
    </div>
  );
}
