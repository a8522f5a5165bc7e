import type { ReactElement } from 'react';
import { useDatabase, useVectorIndex } from '../../../../bindings/react/index.js';
import { describeDuration } from '../../../../format/describe-duration.js';
import { describeShare, describeUse } from '../../../../format/describe-use.js';
import type { LimitUsage } from '../../../../index.js';
import { LimitMeter } from '../limits/limit-meter.js';
import { useNow } from '../shell/now.js';
import { formatMoment } from '../shell/format-moment.js';
import { formatRoute } from '../shell/route.js';
import { textOf } from '../shell/text-of.js';
import { useRoute } from '../shell/use-route.js';

export interface WorstLimitsProps {
  /** The largest used share first. */
  readonly worst: readonly LimitUsage[];
  /** Whether no database and no index has a record. */
  readonly isEmpty: boolean;
}

const SHOWN = 6;

/** The limits of the fleet with the largest used shares. The height is fixed, so that the page does not move. */
export function WorstLimits({ worst, isEmpty }: WorstLimitsProps): ReactElement {
  return (
    <div className="worst">
      <h2>Nearest to their limits</h2>
      {worst.length === 0 ? (
        <p className="worst-none">
          {isEmpty
            ? 'No limits are loaded yet.'
            : 'No usage is reported to this page. The details of each row show its limits.'}
        </p>
      ) : (
        <ol className="worst-list">
          {worst.slice(0, SHOWN).map((usage, rank) => (
            // Keyed by rank, so that a new order changes the texts and moves no element.
            <WorstLimit key={rank} usage={usage} />
          ))}
        </ol>
      )}
    </div>
  );
}

function WorstLimit({ usage }: { readonly usage: LimitUsage }): ReactElement {
  const { resource, id, name, ratio = 0, status } = usage;
  const route = useRoute();
  const database = useDatabase(resource === 'database' ? id : undefined, (record) => record?.database_name);
  const index = useVectorIndex(resource === 'index' ? id : undefined, (record) => record?.name);
  const isSame = route.view === resource;
  const href = formatRoute({ view: resource, selected: id, query: isSame ? route.query : {} });
  return (
    <li>
      <a href={href} title={`${name}: ${describeUse(usage)}`}>
        <LimitMeter usage={usage} />
        <span className="share" data-ink={status}>
          {describeShare(ratio)}
        </span>{' '}
        <span className="worst-name cut">
          {textOf(database || index || id)} <span className="muted">{name}</span>
        </span>
        {usage.exhaustsAt !== undefined && <Remaining until={usage.exhaustsAt} />}
      </a>
    </li>
  );
}

function Remaining({ until }: { readonly until: number }): ReactElement {
  const left = useNow((now) => describeDuration(until - now));
  return (
    <span className="remaining" title={`Reaches the limit at ${formatMoment(until)} at the current rate`}>
      full in {left}
    </span>
  );
}
