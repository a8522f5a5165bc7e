import { createFleet } from 'fleetglass';
import { createMemoryService } from 'fleetglass/service/memory';
import { FleetProvider, useCreateDatabase, useDatabase, useFleet, useView } from 'fleetglass/solid';
import { For } from 'solid-js';
import h from 'solid-js/h';
import { render } from 'solid-js/web';

// Stands in for the hosted service.
const credentials = { username: 'demo', password: 'demo' };
const service = createMemoryService({ credentials });
const fleet = createFleet({ baseUrl: 'http://localhost', credentials, fetch: service.fetch });

function Row({ id }) {
  const database = useDatabase(id);
  const text = () =>
    database() ? `${database().database_name}: ${database().modifying_state || database().state}` : '…';
  return h('li', text);
}

function App() {
  const ids = useView(useFleet().databases.tracked);
  const creation = useCreateDatabase();
  const onClick = () =>
    creation.create({ database_name: `sessions-${ids().length + 1}`, platform: 'aws', primary_region: 'eu-west-1' });
  return h('main', [
    h('button', { onClick, disabled: () => creation.isPending }, 'Create a database'),
    h(
      'ul',
      h(For, { each: ids }, (id) => h(Row, { id })),
    ),
  ]);
}

render(h(FleetProvider, { fleet }, h(App)), document.getElementById('app'));
