import { createFleet } from 'fleetglass';
import { FleetProvider, useCreateDatabase, useDatabase, useFleet, useView } from 'fleetglass/preact';
import { createMemoryService } from 'fleetglass/service/memory';
import { h, render } from 'preact';

// Stands in for the hosted service.
const credentials = { username: 'demo', password: 'demo' };
const service = createMemoryService({ credentials });
const fleet = createFleet({ baseUrl: 'http://localhost', credentials, fetch: service.fetch });

function Row({ id }) {
  const database = useDatabase(id);
  return h('li', null, database ? `${database.database_name}: ${database.modifying_state || database.state}` : '…');
}

function App() {
  const ids = useView(useFleet().databases.tracked);
  const { create, isPending } = useCreateDatabase();
  const onClick = () =>
    create({ database_name: `sessions-${ids.length + 1}`, platform: 'aws', primary_region: 'eu-west-1' });
  return h(
    'main',
    null,
    h('button', { onClick, disabled: isPending }, 'Create a database'),
    h('ul', null, ...ids.map((id) => h(Row, { id, key: id }))),
  );
}

render(h(FleetProvider, { fleet }, h(App)), document.getElementById('app'));
