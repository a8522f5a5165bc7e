import type { ReactElement } from 'react';
import { useView } from '../../../../bindings/react/index.js';
import {
  describeCounts,
  describeQuiet,
  type ShownAlert,
  describeSelection,
  type ShownSilence,
} from '../../../../format/shown-alerts.js';
import { FleetGrid, type Column } from '../grid/fleet-grid.js';
import { NameCell } from '../grid/row-cells.js';
import { usePage } from '../server/use-page.js';
import { textOf, toSentence, wordOf } from '../shell/names.js';
import { Ago, Until } from '../shell/relative-time.js';
import { goTo, type Route } from '../shell/route.js';

/** The order is that of the monitor: the most urgent first. */
const COLUMNS: readonly Column[] = [
  { key: 'name', title: 'Resource', isFixed: true },
  { key: 'summary', title: 'Alert', isFixed: true },
  { key: 'state', title: 'State', isFixed: true },
  { key: 'since', title: 'Since', isFixed: true },
];

/** The alerts of the monitor. Each leads to its database or index. */
export function AlertList(): ReactElement | null {
  const { alerts: followed } = usePage();
  const { status, problem, counts, alerts, silences = [] } = useView(followed.view);
  if (status === 'none') return <NoMonitor />;
  const total = alerts?.length ?? 0;
  return (
    <>
      {status === 'unreachable' && <Unreachable problem={problem} isShown={counts !== undefined} />}
      {counts !== undefined && alerts !== undefined && (
        <section className="alert-head" aria-label="Summary" data-last-known={status === 'unreachable'}>
          <h2 className="first-line">
            {status === 'unreachable' && 'Last known: '}
            {total === 0 ? 'No alert is pending or firing' : `${describeCounts(counts)}`}
          </h2>
          {total === 0 && <p className="muted">The monitor watches. New alerts appear here by themselves.</p>}
        </section>
      )}
      {alerts !== undefined && total > 0 && <Grid alerts={alerts} />}
      {silences.length > 0 && <SilenceList silences={silences} />}
    </>
  );
}

function Grid({ alerts }: { readonly alerts: readonly ShownAlert[] }): ReactElement {
  const ids = alerts.map(({ key }) => key);
  return (
    <section className="list" aria-label="Alerts">
      <FleetGrid
        label="Alerts"
        columns={COLUMNS}
        ids={ids}
        Cells={AlertCells}
        onOpen={(opened) => {
          const alert = alerts.find(({ key }) => key === opened);
          if (alert !== undefined) goTo(routeOf(alert));
        }}
      />
    </section>
  );
}

/** Where an alert leads: to its database or index. An alert of the whole fleet leads to all databases. */
export function routeOf({ resource, id }: Pick<ShownAlert, 'resource' | 'id'>): Route {
  return resource === 'fleet'
    ? { view: 'database', selected: undefined, query: {} }
    : { view: resource, selected: id, query: {} };
}

function AlertCells({ id: key }: { readonly id: string }): ReactElement | null {
  const alert = useView(usePage().alerts.view, ({ alerts = [] }) => alerts.find((each) => each.key === key));
  if (alert === undefined) return null;
  const { resource, id, name, rule, summary, startedAt } = alert;
  return (
    <>
      <ResourceCell resource={resource} id={id} name={name} />
      <div role="gridcell" data-column="summary">
        <span className="cell-line cut" title={textOf(summary)}>
          {textOf(summary)}
        </span>
        <span className="cell-note cut">{textOf(rule)}</span>
      </div>
      <StateCell alert={alert} />
      <div role="gridcell" data-column="since">
        <Ago at={Date.parse(startedAt)} />
      </div>
    </>
  );
}

/** A database or index with its link. What concerns the whole fleet leads to all databases. */
export function ResourceCell({ resource, id, name }: Pick<ShownAlert, 'resource' | 'id' | 'name'>): ReactElement {
  if (resource !== 'fleet') return <NameCell resource={resource} id={id} name={textOf(name)} />;
  return (
    <div role="rowheader" data-column="name">
      <a className="row-name" href="#/databases" tabIndex={-1}>
        The fleet
      </a>
    </div>
  );
}

function StateCell({ alert: { state, severity, quiet } }: { readonly alert: ShownAlert }): ReactElement {
  const words = quiet && textOf(describeQuiet(quiet));
  return (
    <div role="gridcell" data-column="state">
      <span className="alert-state" data-severity={state === 'firing' ? severity : undefined}>
        {wordOf(severity)}
      </span>
      <span className="cell-note cut" title={words}>
        {quiet === undefined ? state : `${state}: ${words}`}
      </span>
    </div>
  );
}

function Unreachable({ problem, isShown }: { readonly problem?: string | undefined; readonly isShown: boolean }) {
  const text = toSentence(textOf(problem));
  if (isShown)
    return (
      <p className="alert-problem" role="alert">
        {text}
      </p>
    );
  return (
    <div className="notice" role="alert">
      <h2>The monitor cannot be read</h2>
      <p>{text}</p>
      <p>This page tries again by itself.</p>
    </div>
  );
}

function NoMonitor(): ReactElement {
  return (
    <div className="notice">
      <h2>No monitor is connected</h2>
      <p>
        A monitor, <code>fleetglass watch</code>, raises alerts. To see them here, start the dashboard with the state
        directory of the monitor, or with its address:
      </p>
      <pre className="alert-command">fleetglass dashboard --monitor ./state</pre>
    </div>
  );
}

/** The silences that last. Commands add and end them: the page changes no monitor. */
function SilenceList({ silences }: { readonly silences: readonly ShownSilence[] }): ReactElement {
  return (
    <section className="silences" aria-label="Silences">
      <h3>Silences</h3>
      <ul>
        {silences.map((silence) => (
          <li key={silence.id}>
            <span>
              <strong>{textOf(silence.comment)}</strong>
              <span className="muted"> ends </span>
              <Until at={Date.parse(silence.endsAt)} />
            </span>
            <span className="cell-note">
              {textOf(describeSelection(silence))} ·{' '}
              <span className="mono">fleetglass silence end {textOf(silence.id)} --state &lt;directory&gt;</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
