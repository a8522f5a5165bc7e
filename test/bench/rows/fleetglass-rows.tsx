import { FleetProvider, useDatabase } from '../../../src/bindings/react/index.js';
import { createFleet } from '../../../src/index.js';
import type { MakeRows } from './candidate.js';
import { RowCells } from './row-cells.js';

const polling = { perSecond: 1e6, burst: 1e6, concurrency: 1e6, cadence: () => 3_600_000 };

export const fleetglassRows: MakeRows = ({ ids, fetch }) => {
  const credentials = { username: 'demo', password: 'demo' };
  const fleet = createFleet({
    baseUrl: 'https://api.example.com',
    credentials,
    polling,
    fetch: (url) => fetch(String(url)),
  });

  function Row({ id, onRender }: { id: string; onRender: (id: string) => void }) {
    onRender(id);
    return <RowCells database={useDatabase(id)} />;
  }
  return {
    list: (onRender) => (
      <FleetProvider fleet={fleet}>
        {ids.map((id) => (
          <Row key={id} id={id} onRender={onRender} />
        ))}
      </FleetProvider>
    ),
    poll: (due) => Promise.all(due.map((id) => fleet.databases.refresh(id))),
  };
};
