import type { ReactElement } from 'react';
import type { ThroughputSample } from '../../../../core/limits/throughput.js';
import { formatMoment } from '../shell/format-moment.js';
import { formatCount } from '../../../../format/quantities.js';

export interface ThroughputTableProps {
  /** Oldest first. */
  readonly points: readonly ThroughputSample[];
}

/** More rows than anybody reads would only make the page slow. */
const MOST_ROWS = 500;

/** The values of a chart for those who want to read them, newest first. */
export function ThroughputTable({ points }: ThroughputTableProps): ReactElement {
  const shown = points.slice(-MOST_ROWS).toReversed();
  return (
    <details className="detail-table">
      <summary>Values as a table</summary>
      <div role="region" aria-label="Values of throughput" tabIndex={0}>
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
            The newest {MOST_ROWS} of {formatCount(points.length)}.
          </p>
        )}
      </div>
    </details>
  );
}
