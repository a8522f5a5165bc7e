import { createFleet } from 'fleetglass';
import { fleetPlugin } from 'fleetglass/vue';
import { createApp } from 'vue';
import App from './app.vue';

// The proxy at this path adds the credentials: the page has none.
const fleet = createFleet({ baseUrl: '/fleet' });
// While you develop, a changed module makes another one.
import.meta.hot?.dispose(() => fleet.dispose());

createApp(App).use(fleetPlugin, { fleet }).mount('#app');
