import type { ReactElement } from 'react';
import { formatCount } from '../../display/quantities.js';
import type { StatusCounts } from '../../index.js';
import { statuses, statusNames } from '../limits/status.js';
import { withQuery } from '../shell/route.js';
import { goTo, useRoute } from '../shell/use-route.js';

export interface StatusBarProps {
  readonly counts: StatusCounts;
  readonly total: number;
}

/** Resources by the status of their limits: a bar whose parts are as long as they are many, and the numbers. */
export function StatusBar({ counts, total }: StatusBarProps): ReactElement {
  const route = useRoute();
  const chosen = route.query['limits'];
  return (
    <div className="status-counts">
      <h2>Limits of {formatCount(total)} databases and indices</h2>
      <div className="status-bar" aria-hidden="true">
        {statuses.map((status) => (
          <span key={status} data-status={status} style={{ flexGrow: counts[status] }} />
        ))}
      </div>
      <ul className="status-legend">
        {statuses.map((status) => (
          <li key={status}>
            <button
              type="button"
              aria-pressed={chosen === status}
              disabled={counts[status] === 0 && chosen !== status}
              title={`Show those whose limits are: ${statusNames[status]}`}
              onClick={() =>
                goTo({ ...route, query: withQuery(route.query, { limits: chosen === status ? '' : status }) })
              }
            >
              <span className="swatch" data-status={status} />
              <span className="legend-name">{statusNames[status]}</span>
              <span className="legend-count">{formatCount(counts[status])}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
