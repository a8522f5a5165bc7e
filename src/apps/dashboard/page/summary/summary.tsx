import { Fragment, type ReactElement, useMemo } from 'react';
import { useFleet, useView } from '../../../../bindings/react/index.js';
import type { ResourceKind } from '../../../../index.js';
import type { RowFacts } from '../grid/facts-view.js';
import { describeHealth, type HealthClause, type HealthNouns } from '../../../../format/describe-health.js';
import { databaseFactsOf } from '../databases/database-facts.js';
import { indexFactsOf } from '../indices/index-facts.js';
import { useIsDown } from '../polling/connection.js';
import { goTo, useRoute, withQuery } from '../shell/route.js';
import { WorstLimits } from './worst-limits.js';

const NOUNS: Readonly<Record<ResourceKind, HealthNouns>> = {
  database: { one: 'database', many: 'databases', withoutUsage: 'active' },
  index: { one: 'vector index', many: 'vector indices', withoutUsage: 'listed' },
};

export interface SummaryProps {
  readonly resource: ResourceKind;
  readonly onUsageHelp: () => void;
}

export function Summary({ resource, onUsageHelp }: SummaryProps): ReactElement {
  const fleet = useFleet();
  const rows = useView((resource === 'database' ? databaseFactsOf : indexFactsOf)(fleet));
  const hasIndices = useView(fleet.indices.status, {
    select: ({ status }) => status !== 'unknown' && status !== 'loading',
  });
  const { many } = NOUNS[resource];
  const isLoaded = resource === 'database' || hasIndices;
  return (
    <section className="summary" aria-label="Summary">
      <FirstLine resource={resource} rows={rows} none={isLoaded ? `No ${many} yet` : `Loading ${many}`} />
      {(rows.length > 0 || !isLoaded) && <Usage resource={resource} rows={rows} onUsageHelp={onUsageHelp} />}
    </section>
  );
}

interface FirstLineProps {
  readonly resource: ResourceKind;
  readonly rows: readonly RowFacts[];
  /** The text while there are no rows. */
  readonly none: string;
}

/** Each clause filters the list. While the service does not answer, the clauses are text about the last known state. */
function FirstLine({ resource, rows, none }: FirstLineProps): ReactElement {
  const isDown = useIsDown();
  const route = useRoute();
  const clauses = useMemo(() => {
    const isUsageKnown = rows.some(({ usage }) => usage !== 'none');
    const all = rows.map(({ health, lastHealth }) => (isDown ? lastHealth : health));
    return describeHealth({ all, nouns: NOUNS[resource], isUsageKnown, isLoading: !isDown });
  }, [resource, rows, isDown]);
  const chosen = route.query['health'];
  const choose = (kind: string): void =>
    goTo({ ...route, query: withQuery(route.query, { health: chosen === kind ? '' : kind }) });
  const isKnown = rows.some(({ lastHealth }) => lastHealth.kind !== 'loading');
  const isFilter = !isDown && (clauses.length > 1 || chosen !== undefined);
  return (
    <h2 className="first-line" data-last-known={isDown}>
      {isDown && isKnown && 'Last known: '}
      {clauses.map((clause, at) => (
        <Fragment key={clause.kind}>
          {at > 0 && ' '}
          <span className="clause-end">
            {isFilter ? (
              <ClauseButton clause={clause} isChosen={chosen === clause.kind} onChoose={choose} />
            ) : (
              <span data-health={clause.kind}>{clause.text}</span>
            )}
            {at < clauses.length - 1 && ','}
          </span>
        </Fragment>
      ))}
      {clauses.length === 0 && none}
    </h2>
  );
}

interface ClauseButtonProps {
  readonly clause: HealthClause;
  readonly isChosen: boolean;
  readonly onChoose: (kind: string) => void;
}

function ClauseButton({ clause: { kind, text }, isChosen, onChoose }: ClauseButtonProps): ReactElement {
  return (
    <button
      type="button"
      className="clause"
      data-health={kind}
      aria-pressed={isChosen}
      title={isChosen ? 'Show all rows' : 'Show only these rows'}
      onClick={() => onChoose(kind)}
    >
      {text}
    </button>
  );
}

interface UsageProps {
  readonly resource: ResourceKind;
  readonly rows: readonly RowFacts[];
  readonly onUsageHelp: () => void;
}

/** The largest used shares, or how to get them. The height is the same, so that the page does not move. */
function Usage({ resource, rows, onUsageHelp }: UsageProps): ReactElement | null {
  const isDown = useIsDown();
  const isKnown = rows.some(({ lastHealth }) => lastHealth.kind !== 'loading');
  if (isDown && !isKnown) return null;
  const isLoading = !isKnown && rows.every(({ health }) => health.kind === 'loading');
  const known = rows.filter(({ usage }) => usage !== 'none');
  const simulated = known.filter(({ usage }) => usage === 'simulated').length;
  if (rows.some(({ keys }) => keys['usage'] !== undefined))
    return (
      <div className="usage-summary">
        <p className="usage-title">
          Highest usage
          {simulated > 0 && (
            <span className="chip">{simulated === known.length ? 'simulated usage' : 'partly simulated usage'}</span>
          )}
        </p>
        <WorstLimits resource={resource} rows={rows} />
      </div>
    );
  return (
    <div className="usage-summary">
      {isLoading && <BoneTiles />}
      {!isLoading && !isDown && (
        <div className="usage-missing">
          <p>
            <strong>Usage is not reported</strong>
            The management API reports limits, and not how much of them is used. A usage source fills this gap.
          </p>
          <button type="button" className="button" onClick={onUsageHelp}>
            How to show usage
          </button>
        </div>
      )}
    </div>
  );
}

function BoneTiles(): ReactElement {
  return (
    <div className="tiles bone-tiles" aria-hidden="true">
      {[0, 1, 2, 3].map((at) => (
        <div key={at} className="tile">
          <span className="bone" />
          <span className="bone" />
          <span className="bone" />
        </div>
      ))}
    </div>
  );
}
