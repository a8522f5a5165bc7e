import type { ReactElement } from 'react';
import { useView } from '../../../../bindings/react/index.js';
import {
  describeCounts,
  describeQuiet,
  describeSelection,
  totalOf,
  type ShownAlert,
  type ShownSilence,
} from '../../../../format/shown-alerts.js';
import { formatCount } from '../../../../format/quantities.js';
import { eventColumns, EventGrid } from '../grid/event-grid.js';
import { usePage } from '../server/use-page.js';
import { textOf, toSentence, wordOf } from '../shell/names.js';
import { Until } from '../shell/time.js';

const COLUMNS = eventColumns<ShownAlert>(
  [
    'Alert',
    ({ rule, summary }) => (
      <>
        <div className="cut" title={textOf(summary)}>
          {textOf(summary)}
        </div>
        <div className="note faint cut">{textOf(rule)}</div>
      </>
    ),
  ],
  ['State', renderState],
  ['Since', ({ startedAt }) => Date.parse(startedAt)],
);

const TONES = { critical: 'error', warning: 'warning', info: 'change' } as const;

function renderState({ state, severity, quiet }: ShownAlert): ReactElement {
  const words = quiet && textOf(describeQuiet(quiet));
  return (
    <>
      <span className="line tight alert-state" data-tone={state === 'firing' ? TONES[severity] : undefined}>
        {wordOf(severity)}
      </span>
      <div className="note faint cut" title={words}>
        {quiet === undefined ? state : `${state}: ${words}`}
      </div>
    </>
  );
}

export function AlertList(): ReactElement {
  const { status, problem, counts, alerts = [], silences = [] } = useView(usePage().alerts);
  if (status === 'none') return <NoMonitor />;
  if (status === 'loading') return <p className="notice late">Loading…</p>;
  const reason = toSentence(textOf(problem));
  if (counts === undefined)
    return (
      <div className="notice" role="alert">
        <h2>The monitor cannot be read</h2>
        <p>{reason}</p>
        <p>This page tries again by itself.</p>
      </div>
    );
  const isLastKnown = status === 'unreachable';
  const total = alerts.length;
  return (
    <>
      {isLastKnown && (
        <p className="callout" data-tone="warning" role="alert">
          {reason}
        </p>
      )}
      <section className="alert-head" aria-label="Summary" data-last-known={isLastKnown}>
        <h2 className="first-line">
          {isLastKnown && 'Last known: '}
          {total === 0 ? 'No alert is pending or firing' : describeCounts(counts)}
        </h2>
        {total === 0 && <p className="muted">The monitor watches. New alerts appear here by themselves.</p>}
        {total < totalOf(counts) && <p className="muted">The {formatCount(total)} most urgent are listed.</p>}
      </section>
      {total > 0 && (
        <section className="list" aria-label="Alerts">
          <EventGrid label="Alerts" columns={COLUMNS} events={alerts} />
        </section>
      )}
      {silences.length > 0 && <SilenceList silences={silences} />}
    </>
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
      <pre className="command">fleetglass dashboard --monitor ./state</pre>
    </div>
  );
}

/** The active silences. Commands add and end them: the page changes no monitor. */
function SilenceList({ silences }: { readonly silences: readonly ShownSilence[] }): ReactElement {
  return (
    <section className="stack silences" aria-label="Silences">
      <h3>Silences</h3>
      <ul>
        {silences.map((silence) => (
          <li key={silence.id}>
            <span>
              <strong>{textOf(silence.comment)}</strong>
              <span className="muted"> ends </span>
              <Until at={Date.parse(silence.endsAt)} />
            </span>
            <div className="note faint">
              {textOf(describeSelection(silence))} ·{' '}
              <span className="mono">fleetglass silence end {textOf(silence.id)} --state &lt;directory&gt;</span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
