import { useState, type ReactElement } from 'react';
import { formatCount } from '../../../../../format/quantities.js';
import { formatLocal } from './format-time.js';
import { describeMarks, marksBySample } from './chart-marks.js';
import type { TimeChartProps } from './time-chart.js';

/** More rows would slow the page down. */
const MAX_ROWS = 500;

/** The values of a chart as a table, newest first. Its rows are rendered when it is open. */
export function ValuesTable({ name, content }: TimeChartProps): ReactElement {
  const { samples, marks, formatValue, formatTime } = content;
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? samples.slice(-MAX_ROWS).toReversed() : [];
  const events = isOpen ? marksBySample(samples, marks) : new Map();
  return (
    <details className="note push detail-table" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        Table<span className="visually-hidden"> of {name.toLowerCase()}</span>
      </summary>
      {isOpen && (
        <div role="region" aria-label={`${name} values`} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">{name}</th>
                {marks.length > 0 && <th scope="col">Events</th>}
              </tr>
            </thead>
            <tbody>
              {shown.map(({ at, value }, place) => (
                <tr key={`${at} ${place}`}>
                  <td>{formatLocal(at)}</td>
                  <td>{formatValue(value)}</td>
                  {marks.length > 0 && <td>{describeMarks(events.get(samples.length - 1 - place), formatTime)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
          {shown.length < samples.length && (
            <p className="muted">
              The newest {MAX_ROWS} of {formatCount(samples.length)} values.
            </p>
          )}
        </div>
      )}
    </details>
  );
}
