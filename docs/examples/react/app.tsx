import { useFleet, useFleetSummary, usePollingStatus, useTransitions, useView } from 'fleetglass/react';
import { changeText } from '../change-text.js';
import { CreateForm } from './create-form.js';
import { DatabaseRow } from './database-row.js';

export function App() {
  const fleet = useFleet();
  // The ids alone: a record that changes draws one row. Not `known`: a row would keep its own id in it.
  const ids = useView(fleet.databases.tracked);
  return (
    <main>
      <h1>Fleet</h1>
      <Summary />
      <Polling />
      <CreateForm />
      <LastChange />
      {ids.length === 0 && <p>No database yet.</p>}
      <ul>
        {ids.map((id) => (
          <DatabaseRow key={id} id={id} />
        ))}
      </ul>
    </main>
  );
}

function Summary() {
  const { databases, indices } = useFleetSummary();
  return (
    <p>
      Databases: {databases}, vector indices: {indices}
    </p>
  );
}

/** One region announces the changes of all rows. A region in each row would speak too often. */
function LastChange() {
  const [last] = useTransitions({ limit: 1 });
  return <p role="status">{changeText(last)}</p>;
}

function Polling() {
  const { polling } = useFleet();
  const state = usePollingStatus({ select: (status) => status.state });
  const isPaused = state === 'paused';
  return (
    <p>
      Polling: {state}{' '}
      <button onClick={() => (isPaused ? polling.resume() : polling.pause())}>{isPaused ? 'Resume' : 'Pause'}</button>
    </p>
  );
}
