import { type ReactElement, useMemo } from 'react';
import { type IndexRecord, throughputOf } from '../../../../index.js';
import { useNow } from '../shell/time.js';
import { useActivity } from '../server/activity.js';
import { marksOf } from './chart/chart-marks.js';
import type { ChartContent } from './chart/chart-options.js';
import { formatClock } from './chart/format-time.js';
import { ValuesTable } from './chart/values-table.js';
import { Section } from './section.js';
import { TimeChart } from './usage-section.js';
import { describeThroughput } from '../../../../format/describe-throughput.js';
import { countOf } from '../../../../format/quantities.js';

export function ThroughputSection({ index }: { readonly index: IndexRecord }): ReactElement {
  const { points, latest, peak, mean, drift } = throughputOf(index);
  const minute = useNow((now) => Math.floor(now / 60_000) * 60_000);
  const { entries } = useActivity();
  const content = useMemo((): ChartContent => {
    const marks = marksOf(entries ?? [], { resource: 'index', id: index.id });
    const [from, to] = [points[0]?.at ?? minute, points.at(-1)?.at ?? minute];
    return {
      samples: points,
      from,
      to,
      marks: marks.filter(({ at }) => at >= from && at <= to),
      scale: 'number',
      formatTick: describeThroughput,
      formatValue: describeThroughput,
      formatTime: (at) => formatClock(at, minute),
    };
  }, [points, minute, entries, index.id]);
  if (latest === undefined || peak === undefined || mean === undefined)
    return (
      <Section title="Throughput">
        <p className="note">
          {drift === undefined ? 'The service reports no throughput of this index yet.' : 'No value is valid.'}
        </p>
      </Section>
    );
  // The drift cannot be counted instead: it lists at most 100 members, and a point may have two.
  const leftOut = index.throughput_vector.length - points.length;
  return (
    <Section title="Throughput">
      <dl className="wrap figures detail-throughput">
        <Figure name="Latest" value={latest} />
        {points.length > 1 && (
          <>
            <Figure name="Peak" value={peak} />
            <Figure name="Mean" value={mean} />
          </>
        )}
      </dl>
      {/* A line needs two points. */}
      {points.length > 1 && (
        <TimeChart fallback={<div className="chart-canvas" />} content={content} name="Throughput over time" />
      )}
      <p className="note">
        The service names no unit.
        {leftOut > 0 && ` ${countOf(leftOut, 'more value is', 'more values are')} not valid.`}
      </p>
      {points.length > 1 && <ValuesTable name="Throughput" content={content} />}
    </Section>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: number }): ReactElement {
  return (
    <div title={String(value)}>
      <dt className="note">{name}</dt>
      <dd>{describeThroughput(value)}</dd>
    </div>
  );
}
