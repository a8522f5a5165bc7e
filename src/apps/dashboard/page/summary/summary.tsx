import type { ReactElement } from 'react';
import { useFleetSummary } from '../../../../bindings/react/index.js';
import { WorstLimits } from './worst-limits.js';
import { formatCount } from '../../../../format/quantities.js';
import type { LimitStatus, StatusCounts } from '../../../../index.js';
import { statuses, statusNames } from '../limits/status.js';
import { withQuery } from '../shell/route.js';
import { goTo, useRoute } from '../shell/use-route.js';

/** The summary of the fleet: the number of resources for each limit status, and the limits with the largest used shares. */
export function Summary(): ReactElement {
  const { resources, worst, databases, indices } = useFleetSummary();
  return (
    <section className="summary" aria-label="Summary">
      <StatusBar counts={resources} total={databases + indices} />
      <WorstLimits worst={worst} isEmpty={databases + indices === 0} />
    </section>
  );
}

interface StatusBarProps {
  readonly counts: StatusCounts;
  readonly total: number;
}

/** The number of resources for each limit status, as a stacked bar and as numbers. */
function StatusBar({ counts, total }: StatusBarProps): ReactElement {
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
              title={`Show only resources with the limit status ${statusNames[status]}`}
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

/** The smallest share that is still visible. */
const MIN_SHARE = 0.012;

/** Each part of the bar has its full length and is clipped to its share, so that a change causes no layout. */
function clipsOf(counts: StatusCounts): Readonly<Record<LimitStatus, string>> {
  const total = sum(statuses.map((status) => counts[status])) || 1;
  const shares = statuses.map((status) => (counts[status] === 0 ? 0 : Math.max(MIN_SHARE, counts[status] / total)));
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
