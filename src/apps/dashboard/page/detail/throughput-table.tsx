import type { ReactElement } from 'react';
import type { ThroughputSample } from '../../../../core/limits/throughput.js';
import { formatMoment } from '../shell/format-moment.js';
import { formatCount } from '../../../../format/quantities.js';

export interface ThroughputTableProps {
  /** Oldest first. */
  readonly points: readonly ThroughputSample[];
}

/** More rows would slow the page down. */
const MAX_ROWS = 500;

/** The values of the chart as a table, newest first. */
export function ThroughputTable({ points }: ThroughputTableProps): ReactElement {
  const shown = points.slice(-MAX_ROWS).toReversed();
  return (
    <details className="detail-table">
      <summary>Values as a table</summary>
      <div role="region" aria-label="Throughput values" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Value</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ at, value }, place) => (
              <tr key={`${at} ${place}`}>
                <td>{formatMoment(at)}</td>
                <td>{formatCount(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {shown.length < points.length && (
          <p className="muted">
            The newest {MAX_ROWS} of {formatCount(points.length)} values.
          </p>
        )}
      </div>
    </details>
  );
}
