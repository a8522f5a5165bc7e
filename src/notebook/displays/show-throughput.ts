import type { IndexRecord } from '../../core/records/vector-index.js';
import { throughputOf, type Throughput } from '../../core/limits/throughput.js';
import { formatCompactCount, formatCount } from '../../format/quantities.js';
import { cutText } from '../display/cut-text.js';
import { createDisplay, type Display } from '../display/display.js';
import { formatMoment } from '../display/format-moment.js';
import { frameHtml, frameText, type Frame } from '../display/frame.js';
import { html } from '../display/html.js';
import { lineChart } from '../display/line-chart.js';
import { downsample } from '../display/downsample.js';
import { toneColours } from '../display/tone.js';
import { vegaLitePart } from '../display/vega-lite.js';
import { checkIndexRecord } from './read-display-options.js';
import { maskedNameOf } from './record-fields.js';

/**
 * Shows the throughput of a vector index over time, with its latest value, peak and mean. api.md does not document its
 * unit, so it is not compared with a limit.
 *
 * @throws FleetError `invalid-request` for a value that is not the record of a vector index
 * @example
 * ```ts
 * const [index] = await fleet.indices.refresh();
 * showThroughput(index);
 * ```
 * @see api.md, Vector index record: `throughput_vector`
 */
export function showThroughput(index: IndexRecord | undefined): Display {
  checkIndexRecord(index);
  const series = throughputOf(index);
  const name = maskedNameOf(index) ?? 'a vector index';
  const frame: Frame = {
    title: `Throughput of ${name}`,
    lead: describeThroughput(series),
    notes: notesOf(series),
  };
  const { points } = series;
  const empty =
    index === undefined ? 'No record yet: read it with fleet.indices.refresh().' : 'The index has no points.';
  const chart = lineChart({
    description: cutText(`${frame.title}: ${frame.lead}`, 300),
    points,
    tone: 'busy',
    format: formatCompactCount,
  });
  return createDisplay({
    'text/html': frameHtml(frame, points.length === 0 ? html`<p class="fg-empty">${empty}</p>` : chart),
    'text/plain': frameText(frame, points.length === 0 ? [empty] : []),
    ...vegaLitePart({
      title: cutText(frame.title, 120),
      description: cutText(`${frame.title}: ${frame.lead}`, 300),
      height: 220,
      data: downsample(points).map(({ at, value }) => ({ at, value })),
      layer: [
        {
          mark: { type: 'area', line: true, color: toneColours.busy, fillOpacity: 0.15, tooltip: true },
          encoding: {
            x: { field: 'at', type: 'temporal', title: 'Time (UTC)', scale: { type: 'utc' } },
            y: { field: 'value', type: 'quantitative', title: 'Throughput', axis: { format: '~s' } },
          },
        },
      ],
    }),
  });
}

/** The key numbers in words. Empty without points. */
function describeThroughput({ points, latest, peak, mean }: Throughput): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || mean === undefined) return '';
  const numbers = `latest ${formatCount(latest)}, peak ${formatCount(peak)}, mean ${formatCount(Number(mean.toPrecision(4)))}`;
  return `${numbers}; ${points.length} points from ${formatMoment(first.at)} to ${formatMoment(last.at)}`;
}

function notesOf({ points, drift = [] }: Throughput): readonly string[] {
  const unit = points.length > 0 ? ['The unit of the throughput is not documented.'] : [];
  return drift.length > 0 ? [...unit, `${drift.length} values are not as documented and are left out.`] : unit;
}
