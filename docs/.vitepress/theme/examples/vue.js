import { createFleet } from 'fleetglass';
import { createMemoryService } from 'fleetglass/service/memory';
import { fleetPlugin, useCreateDatabase, useDatabase, useFleet, useView } from 'fleetglass/vue';
import { createApp, h } from 'vue';

// Stands in for the hosted service.
const credentials = { username: 'demo', password: 'demo' };
const service = createMemoryService({ credentials });
const fleet = createFleet({ baseUrl: 'http://localhost', credentials, fetch: service.fetch });

const Row = {
  props: ['id'],
  setup(props) {
    const database = useDatabase(() => props.id);
    return () =>
      h(
        'li',
        database.value
          ? `${database.value.database_name}: ${database.value.modifying_state || database.value.state}`
          : '…',
      );
  },
};

const App = {
  setup() {
    const ids = useView(useFleet().databases.tracked);
    const { create, isPending } = useCreateDatabase();
    const onClick = () =>
      create({ database_name: `sessions-${ids.value.length + 1}`, platform: 'aws', primary_region: 'eu-west-1' });
    return () =>
      h('main', [
        h('button', { onClick, disabled: isPending.value }, 'Create a database'),
        h(
          'ul',
          ids.value.map((id) => h(Row, { id, key: id })),
        ),
      ]);
  },
};

createApp(App).use(fleetPlugin, { fleet }).mount('#app');
