import { useFleet, useFleetSummary, usePollingStatus, useView } from 'fleetglass/solid';
import { For, Show } from 'solid-js';
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
      {summary().databases} databases, {summary().indices} vector indices
    </p>
  );
}

function Polling() {
  const { polling } = useFleet();
  const state = usePollingStatus({ select: (status) => status.state });
  return (
    <p>
      Polling: {state()}{' '}
      <Show when={state() === 'paused'} fallback={<button onClick={() => polling.pause()}>Pause</button>}>
        <button onClick={() => polling.resume()}>Resume</button>
      </Show>
    </p>
  );
}
