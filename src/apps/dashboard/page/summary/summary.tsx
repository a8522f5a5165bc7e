import { Fragment, type ReactElement, useMemo } from 'react';
import { useFleet, useLimits, useView } from '../../../../bindings/react/index.js';
import type { ResourceKind } from '../../../../index.js';
import { nameOrId, type RowFacts } from '../grid/row-facts.js';
import { selectWorst } from '../../../../format/attention.js';
import { describeHealth, healthNouns } from '../../../../format/describe-health.js';
import { factsOf, useRows } from '../grid/fleet-facts.js';
import { useIsDown } from '../polling/connection.js';
import { LimitMeter } from '../limits/limit-meter.js';
import { usePage } from '../server/use-page.js';
import { formatMoment, useNow } from '../shell/time.js';
import { formatRoute, goTo, useRoute, withQuery } from '../shell/route.js';
import { describeCountdown } from '../../../../format/describe-duration.js';
import { describeShare, describeUse } from '../../../../format/describe-use.js';
import { Button } from '../shell/button.js';

interface ListProps {
  readonly resource: ResourceKind;
  readonly rows: readonly RowFacts[];
  readonly onUsageHelp: () => void;
}

export function Summary({ resource, onUsageHelp }: Omit<ListProps, 'rows'>): ReactElement {
  const fleet = useFleet();
  const rows = useRows(factsOf(fleet, resource));
  const isDown = useIsDown();
  const list = useView(fleet.indices.status);
  const { many } = healthNouns[resource];
  const isLoaded = resource === 'database' || list.confirmedAt !== undefined;
  const isLoading = !isLoaded && !isDown && list.error === undefined;
  const none = isLoaded ? `No ${many} yet` : isLoading ? `Loading ${many}` : `The ${many} are not loaded`;
  return (
    <section className="stack summary" aria-label="Summary" data-last-known={isDown}>
      <FirstLine resource={resource} rows={rows} none={none} />
      {(rows.length > 0 || isLoading) && <Usage resource={resource} rows={rows} onUsageHelp={onUsageHelp} />}
    </section>
  );
}

/** Each clause filters the list, or is text about the last known state while the service does not answer. */
function FirstLine({ resource, rows, none }: Omit<ListProps, 'onUsageHelp'> & { readonly none: string }): ReactElement {
  const isDown = useIsDown();
  const route = useRoute();
  const clauses = useMemo(() => {
    const isUsageKnown = rows.some(({ usage }) => usage !== 'none');
    const all = rows.map(({ health }) => health);
    return describeHealth({ all, nouns: healthNouns[resource], isUsageKnown, isLoading: !isDown });
  }, [resource, rows, isDown]);
  const chosen = route.query['health'];
  const choose = (kind: string): void =>
    goTo({ ...route, query: withQuery(route.query, { health: chosen === kind ? '' : kind }) });
  const isKnown = rows.some(({ health }) => health.kind !== 'loading');
  const isFilter = !isDown && (clauses.length > 1 || chosen !== undefined);
  return (
    <h2 className="first-line">
      {isDown && isKnown && 'Last known: '}
      {clauses.map(({ kind, text }, index) => (
        <Fragment key={kind}>
          {index > 0 && ' '}
          <span className="clause-end">
            {isFilter ? (
              <button
                type="button"
                className="clause"
                data-health={kind}
                aria-pressed={chosen === kind}
                title={chosen === kind ? 'Show all rows' : 'Show only these rows'}
                onClick={() => choose(kind)}
              >
                {text}
              </button>
            ) : (
              <span data-health={isDown ? undefined : kind}>{text}</span>
            )}
            {index < clauses.length - 1 && ','}
          </span>
        </Fragment>
      ))}
      {clauses.length === 0 && none}
    </h2>
  );
}

/** The largest used shares, or how to get them. The height is the same, so that the page does not move. */
function Usage({ resource, rows, onUsageHelp }: ListProps): ReactElement | null {
  const isDown = useIsDown();
  const isAwaited = useView(usePage().usage.sources) === undefined;
  const isKnown = rows.some(({ health }) => health.kind !== 'loading');
  if (isDown && !isKnown) return null;
  const isLoading = isAwaited || !isKnown;
  const known = rows.filter(({ usage }) => usage !== 'none');
  const simulated = known.filter(({ usage }) => usage === 'simulated').length;
  const ratioOf = ({ keys }: RowFacts): number => Number(keys['usage'] ?? -1);
  const measured = rows.filter((row) => ratioOf(row) >= 0 && row.health.kind !== 'missing');
  const fullest = measured.sort((a, b) => ratioOf(b) - ratioOf(a)).slice(0, SHOWN);
  if (fullest.length > 0)
    return (
      <div className="usage-summary">
        <p className="line note usage-title">
          Highest usage
          {simulated > 0 && (
            <span className="chip">{simulated === known.length ? 'simulated usage' : 'partly simulated usage'}</span>
          )}
        </p>
        <ol className="stack tiles">
          {fullest.map((row, rank) => (
            // Keyed by rank, so that a new order changes the texts and moves no element.
            <Tile key={rank} resource={resource} row={row} />
          ))}
        </ol>
      </div>
    );
  return (
    <div className="usage-summary">
      {isLoading && <p className="usage-title" />}
      {isLoading && boneTiles}
      {!isLoading && !isDown && known.length === 0 && (
        <div className="card line wrap spread muted usage-missing">
          <p>
            <strong>Usage is not reported</strong>
            <br />
            The management API reports limits, and not how much of them is used. A usage source fills this gap.
          </p>
          <Button onClick={onUsageHelp}>How to show usage</Button>
        </div>
      )}
    </div>
  );
}

const boneTiles = (
  <div className="stack tiles" aria-hidden="true">
    {[0, 1, 2, 3].map((index) => (
      <div key={index} className="card stack tile">
        <span className="bone" />
        <span className="bone" />
        <span className="bone" />
      </div>
    ))}
  </div>
);

/** Narrow layouts show fewer. */
const SHOWN = 4;

function Tile({ resource, row }: Pick<ListProps, 'resource'> & { readonly row: RowFacts }): ReactElement | null {
  const route = useRoute();
  const isDown = useIsDown();
  const usage = useLimits(resource, row.id, { select: selectWorst });
  if (usage === undefined) return null;
  const { name, ratio, status, exhaustsAt } = usage;
  const title = nameOrId(row);
  const use = `${name} · ${describeUse(usage)}`;
  const href = formatRoute({ view: resource, selected: row.id, query: route.query });
  return (
    <li>
      <a className="card stack tile" href={href}>
        <span className="line spread baseline">
          <span className="tile-name cut" title={title}>
            {title}
          </span>
          <span className="fixed tile-share" data-ink={status}>
            {describeShare(ratio)}
          </span>
        </span>
        <LimitMeter usage={usage} />
        <span className="line spread baseline note">
          <span className="cut" title={use}>
            {use}
          </span>
          {/* A forecast from data that is not current would be wrong. */}
          {exhaustsAt !== undefined && !isDown && <Remaining until={exhaustsAt} />}
        </span>
      </a>
    </li>
  );
}

function Remaining({ until }: { readonly until: number }): ReactElement {
  const left = useNow((now) => describeCountdown(until, now));
  return (
    <span className="fixed" title={`Reaches the limit at ${formatMoment(until)} at the current rate`}>
      full in {left}
    </span>
  );
}
