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
  /** The worst first. */
  readonly worst: readonly LimitUsage[];
  /** Whether there is nothing that could have limits. */
  readonly isEmpty: boolean;
}

const SHOWN = 6;

/** The limits of the whole fleet that are nearest to their end. Its room is the same whatever there is. */
export function WorstLimits({ worst, isEmpty }: WorstLimitsProps): ReactElement {
  return (
    <div className="worst">
      <h2>Nearest to their limits</h2>
      {worst.length === 0 ? (
        <p className="worst-none">
          {isEmpty
            ? 'Nothing yet that has limits.'
            : 'Nobody has reported how much is used. The limits themselves are in the details of each row.'}
        </p>
      ) : (
        <ol className="worst-list">
          {worst.slice(0, SHOWN).map((usage, rank) => (
            // By rank: when the order changes the words do, and nothing moves.
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
    <span className="remaining" title={`Used up at ${formatMoment(until)} if it goes on like this`}>
      full in {left}
    </span>
  );
}
