import { useState, type ReactElement } from 'react';
import { formatCount } from '../../../../../format/quantities.js';
import { formatLocal } from './format-time.js';
import type { Sample } from './time-series.js';

export interface ValuesTableProps {
  readonly name: string;
  /** Oldest first. */
  readonly samples: readonly Sample[];
  readonly formatValue: (value: number) => string;
}

/** More rows would slow the page down. */
const MAX_ROWS = 500;

/** The values of a chart as a table, newest first. Its rows are rendered when it is open. */
export function ValuesTable({ name, samples, formatValue }: ValuesTableProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? samples.slice(-MAX_ROWS).toReversed() : [];
  return (
    <details className="detail-table" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
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
              </tr>
            </thead>
            <tbody>
              {shown.map(({ at, value }, place) => (
                <tr key={`${at} ${place}`}>
                  <td>{formatLocal(at)}</td>
                  <td>{formatValue(value)}</td>
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
