import { useFleet, useFleetSummary, usePollingStatus, useTransitions, useView } from 'fleetglass/solid';
import { For, Show } from 'solid-js';
import { changeText } from '../change-text.js';
import { CreateForm } from './create-form.js';
import { DatabaseRow } from './database-row.js';

export function App() {
  // The ids alone: a record that changes runs one row. Not `known`: a row would keep its own id in it.
  const ids = useView(useFleet().databases.tracked);
  return (
    <main>
      <h1>Fleet</h1>
      <Summary />
      <Polling />
      <CreateForm />
      <LastChange />
      <Show when={ids().length === 0}>
        <p>No database yet.</p>
      </Show>
      <ul>
        <For each={ids()}>{(id) => <DatabaseRow id={id} />}</For>
      </ul>
    </main>
  );
}

function Summary() {
  const summary = useFleetSummary();
  return (
    <p>
      Databases: {summary().databases}, vector indices: {summary().indices}
    </p>
  );
}

/** One region announces the changes of all rows. A region in each row would speak too often. */
function LastChange() {
  const transitions = useTransitions({ limit: 1 });
  return <p role="status">{changeText(transitions()[0])}</p>;
}

function Polling() {
  const { polling } = useFleet();
  const state = usePollingStatus({ select: (status) => status.state });
  const isPaused = () => state() === 'paused';
  return (
    <p>
      Polling: {state()}{' '}
      <button onClick={() => (isPaused() ? polling.resume() : polling.pause())}>
        {isPaused() ? 'Resume' : 'Pause'}
      </button>
    </p>
  );
}
