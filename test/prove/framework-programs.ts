/** A program of a page for each framework: it shows a database in `#app`, and follows it. */
export interface FrameworkProgram {
  /** The packages that the framework needs beside its own, with the version of the framework in place of VERSION and MAJOR. */
  readonly packages?: readonly string[];
  readonly source: string;
  /** A component that the framework's compiler turns into `app.js`. */
  readonly component?: string;
}

/** The fleet of the page, with a service in memory. The page's script calls `suspend()`. */
export const FLEET_MODULE = `
import { createFleet } from 'fleetglass';
import { createControlClient, createMemoryService } from 'fleetglass/service/memory';
const credentials = { username: 'demo', password: 'demo' };
const baseUrl = 'http://localhost';
const seed = { databases: [{ database_name: 'orders', platform: 'aws', primary_region: 'eu-west-1' }] } as const;
const service = createMemoryService({ credentials, controlToken: 'token', seed });
const control = createControlClient({ baseUrl, token: 'token', fetch: service.fetch });
export const fleet = createFleet({ baseUrl, credentials, fetch: service.fetch });
export const id = String((await control.databases.list())[0]?.['database_id']);
export const app = document.getElementById('app')!;
Object.assign(globalThis, {
  async suspend() {
    await control.databases.set(id, { state: 'suspended' });
    await fleet.databases.refresh(id);
  },
});
`;

/** The first line of the script of each page. */
export const IMPORTS = "import { app, fleet, id } from './fleet.js';\n";

export const frameworkPrograms: Readonly<Record<string, FrameworkProgram>> = {
  React: {
    packages: ['react-dom@VERSION', '@types/react@MAJOR', '@types/react-dom@MAJOR'],
    source: `
import { FleetProvider, useDatabase } from 'fleetglass/react';
import { createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
const Row = () => {
  const record = useDatabase(id);
  return createElement('p', null, record?.database_name + ': ' + record?.state);
};
const row = createElement(FleetProvider, { fleet }, createElement(Row));
createRoot(app).render(createElement(StrictMode, null, row));`,
  },
  Preact: {
    source: `
import { FleetProvider, useDatabase } from 'fleetglass/preact';
import { h, render } from 'preact';
const Row = () => {
  const record = useDatabase(id);
  return h('p', null, record?.database_name + ': ' + record?.state);
};
render(h(FleetProvider, { fleet }, h(Row, null)), app);`,
  },
  Vue: {
    source: `
import { fleetPlugin, useDatabase } from 'fleetglass/vue';
import { createApp, defineComponent, h } from 'vue';
const App = defineComponent(() => {
  const record = useDatabase(id);
  return () => h('p', record.value?.database_name + ': ' + record.value?.state);
});
createApp(App).use(fleetPlugin, { fleet }).mount(app);`,
  },
  Svelte: {
    source: `
import { fleetContext } from './app.js';
fleetContext(app, fleet, id);`,
    component: `
<script module>
  import { mount } from 'svelte';
  import { setFleet, useDatabase } from 'fleetglass/svelte';
  import Self from './app.js';
  export const fleetContext = (target, fleet, id) => mount(Self, { target, props: { fleet, id } });
</script>
<script>
  const { fleet, id } = $props();
  setFleet(fleet);
  const database = useDatabase(id);
</script>
<p>{database.current?.database_name}: {database.current?.state}</p>`,
  },
  Solid: {
    source: `
import { FleetProvider, useDatabase } from 'fleetglass/solid';
import { createComponent } from 'solid-js';
import { insert, render } from 'solid-js/web';
const Row = () => {
  const record = useDatabase(id);
  const row = document.createElement('p');
  insert(row, () => record()?.database_name + ': ' + record()?.state);
  return row;
};
const children = { get children() { return createComponent(Row, {}); } };
render(() => createComponent(FleetProvider, Object.assign(children, { fleet })), app);`,
  },
  Angular: {
    packages: ['common', 'compiler', 'platform-browser'].map((name) => `@angular/${name}@VERSION`),
    source: `
import '@angular/compiler';
import { Component, provideZonelessChangeDetection } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { injectDatabase, injectDatabaseResource, provideFleet } from 'fleetglass/angular';
class Row {
  record = injectDatabase(id);
  resource = injectDatabaseResource(id);
}
app.append(document.createElement('app-row'));
const template = '<p>{{ record()?.database_name }}: {{ resource.value()?.state }}</p>';
const providers = [provideZonelessChangeDetection(), provideFleet(fleet)];
await bootstrapApplication(Component({ selector: 'app-row', template })(Row), { providers });`,
  },
  Lit: {
    source: `
import { DatabaseController } from 'fleetglass/lit';
import { html, LitElement } from 'lit';
class DatabaseRow extends LitElement {
  database = new DatabaseController(this, fleet, id);
  override render() {
    const record = this.database.value;
    return html\`<p>\${record?.database_name + ': ' + record?.state}</p>\`;
  }
}
customElements.define('database-row', DatabaseRow);
app.append(document.createElement('database-row'));`,
  },
};
