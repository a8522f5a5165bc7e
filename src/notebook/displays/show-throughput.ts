import type { IndexRecord, Throughput } from '../../index.js';
import { throughputOf } from '../../core/limits/throughput.js';
import { formatCompactCount, formatCount } from '../../format/quantities.js';
import type { Display } from '../display/display.js';
import { createFramedDisplay, type Frame } from '../display/frame.js';
import { linePlotHtml, linePlotSpec, type LinePlot } from '../display/line-plot.js';
import { checkIndexRecord } from './display-options.js';
import { maskedNameOf } from './record-fields.js';
import { cutText, formatMoment } from '../display/text.js';

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
  const lead = describeThroughput(series);
  const frame: Frame = { title: `Throughput of ${name}`, lead, notes: notesOf(series) };
  if (series.points.length === 0) {
    const isRead = index !== undefined;
    return createFramedDisplay(
      frame,
      isRead ? 'The index has no points.' : 'No record yet: read it with fleet.indices.refresh().',
    );
  }
  const description = cutText(`${frame.title}: ${lead}`, 300);
  const plot: LinePlot = {
    title: cutText(frame.title, 120),
    description,
    measure: 'Throughput',
    lines: [{ name: 'Throughput', description, points: series.points, format: formatCompactCount }],
  };
  return createFramedDisplay(frame, { html: linePlotHtml(plot), text: [] }, linePlotSpec(plot));
}

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
