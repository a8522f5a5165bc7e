import type { ReactElement } from 'react';
import { formatCount } from '../../../../format/quantities.js';
import type { LimitStatus, StatusCounts } from '../../../../index.js';
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
  const clips = clipsOf(counts);
  const chosen = route.query['limits'];
  return (
    <div className="status-counts">
      <h2>Limits of {formatCount(total)} databases and indices</h2>
      <div className="status-bar" aria-hidden="true">
        {statuses.map((status) => (
          <span key={status} data-status={status} style={{ clipPath: clips[status] }} />
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
              <span className="legend-name">{statusNames[status]}</span>{' '}
              <span className="legend-count">{formatCount(counts[status])}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** However few they are, they can be seen. */
const LEAST_SHARE = 0.012;

/** What is cut off of a bar of full length, so that each status has its share of it. Nothing else has to move for that. */
function clipsOf(counts: StatusCounts): Readonly<Record<LimitStatus, string>> {
  const total = sum(statuses.map((status) => counts[status])) || 1;
  const shares = statuses.map((status) => (counts[status] === 0 ? 0 : Math.max(LEAST_SHARE, counts[status] / total)));
  const whole = sum(shares) || 1;
  const clips = statuses.map((status, at) => {
    const from = sum(shares.slice(0, at)) / whole;
    const to = from + (shares[at] ?? 0) / whole;
    return [status, `inset(0 calc(${100 - 100 * to}% + 1px) 0 ${100 * from}%)`];
  });
  return Object.fromEntries(clips) as Record<LimitStatus, string>;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
