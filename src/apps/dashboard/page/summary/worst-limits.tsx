import { type ReactElement, useMemo } from 'react';
import { useDatabase, useLimits, useVectorIndex } from '../../../../bindings/react/index.js';
import { describeDuration } from '../../../../format/describe-duration.js';
import { describeShare, describeUse } from '../../../../format/describe-use.js';
import type { ResourceKind } from '../../../../index.js';
import type { RowFacts } from '../grid/facts-view.js';
import { LimitMeter, selectWorstLimit } from '../limits/worst-limit.js';
import { useNow } from '../shell/now.js';
import { formatMoment } from '../shell/relative-time.js';
import { formatRoute, useRoute } from '../shell/route.js';
import { textOf } from '../shell/names.js';

/** Narrow layouts show fewer. */
const SHOWN = 4;

export interface WorstLimitsProps {
  readonly resource: ResourceKind;
  readonly rows: readonly RowFacts[];
}

export function WorstLimits({ resource, rows }: WorstLimitsProps): ReactElement {
  const worst = useMemo(() => selectFullest(rows), [rows]);
  return (
    <ol className="tiles">
      {worst.map((id, rank) => (
        // Keyed by rank, so that a new order changes the texts and moves no element.
        <Tile key={rank} resource={resource} id={id} />
      ))}
    </ol>
  );
}

function selectFullest(rows: readonly RowFacts[]): readonly string[] {
  const ratioOf = ({ keys }: RowFacts): number => Number(keys['usage'] ?? -1);
  return rows
    .filter((row) => ratioOf(row) >= 0)
    .sort((a, b) => ratioOf(b) - ratioOf(a))
    .slice(0, SHOWN)
    .map(({ id }) => id);
}

function Tile({ resource, id }: { readonly resource: ResourceKind; readonly id: string }): ReactElement | null {
  const route = useRoute();
  const usage = useLimits(resource, id, { select: selectWorstLimit });
  const database = useDatabase(resource === 'database' ? id : undefined, { select: (record) => record?.database_name });
  const index = useVectorIndex(resource === 'index' ? id : undefined, { select: (record) => record?.name });
  if (usage === undefined) return null;
  const { name, ratio = 0, status } = usage;
  const href = formatRoute({ view: resource, selected: id, query: route.query });
  return (
    <li>
      <a className="tile" href={href}>
        <span className="tile-line">
          <span className="tile-name cut">{textOf(database || index || id)}</span>
          <span className="tile-share" data-ink={status}>
            {describeShare(ratio)}
          </span>
        </span>
        <LimitMeter usage={usage} />
        <span className="tile-line tile-note">
          <span className="cut">
            {name} · {describeUse(usage)}
          </span>
          {usage.exhaustsAt !== undefined && <Remaining until={usage.exhaustsAt} />}
        </span>
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
