import { useFleet, useFleetSummary, usePollingStatus, useView } from 'fleetglass/preact';
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
      {databases} databases, {indices} vector indices
    </p>
  );
}

function Polling() {
  const { polling } = useFleet();
  const state = usePollingStatus({ select: (status) => status.state });
  return (
    <p>
      Polling: {state}{' '}
      {state === 'paused' ? (
        <button onClick={() => polling.resume()}>Resume</button>
      ) : (
        <button onClick={() => polling.pause()}>Pause</button>
      )}
    </p>
  );
}
