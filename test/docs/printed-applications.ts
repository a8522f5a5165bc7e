/** An application of the components of a guide. The tests take its other files from the example, and add some. */
export interface PrintedApplication {
  readonly name: string;
  readonly page: string;
  /** Files by path. The module that starts the application is `main.ts` or `main.tsx`. */
  readonly added: Readonly<Record<string, string>>;
  readonly body: string;
  readonly compilerOptions?: Readonly<Record<string, unknown>>;
}

const app = '<div id="app"></div>';

export const printedApplications: readonly PrintedApplication[] = [
  { name: 'React', page: 'docs/react.md', body: app, added: {} },
  {
    name: 'Preact',
    page: 'docs/preact.md',
    body: app,
    added: {
      'app.tsx': `
import { useFleet, useView } from 'fleetglass/preact';
import { CreateForm } from './create-form';
import { DatabaseRow } from './database-row';
import { SignalRow } from './signal-row';

export function App() {
  const ids = useView(useFleet().databases.tracked);
  const signalRows = ids.map((id) => <SignalRow key={id} id={id} />);
  return <><CreateForm /><ul>{ids.map((id) => <DatabaseRow key={id} id={id} />)}{signalRows}</ul></>;
}`,
    },
    compilerOptions: { jsxImportSource: 'preact' },
  },
  {
    name: 'Solid',
    page: 'docs/solid.md',
    body: app,
    added: {
      'app.tsx': `
import { CreateForm } from './create-form';
import { Databases } from './databases';

export function App() {
  return <><CreateForm /><ul><Databases /></ul></>;
}`,
    },
    compilerOptions: { jsx: 'preserve', jsxImportSource: 'solid-js' },
  },
  { name: 'Vue', page: 'docs/vue.md', body: app, added: {} },
  {
    name: 'Svelte',
    page: 'docs/svelte.md',
    body: app,
    added: {
      'databases.svelte': `
<script lang="ts">
  import { useFleet, useView } from 'fleetglass/svelte';
  import CreateForm from './create-form.svelte';
  import DatabaseRow from './database-row.svelte';

  const ids = useView(useFleet().databases.tracked);
</script>

<CreateForm />
<ul>{#each ids.current as id (id)}<DatabaseRow {id} />{/each}</ul>`,
    },
    compilerOptions: { types: ['svelte'] },
  },
  {
    name: 'Angular',
    page: 'docs/angular.md',
    body: '<app-root></app-root>',
    added: {
      'app.ts': `
import { Component } from '@angular/core';
import { injectFleet, injectView } from 'fleetglass/angular';
import { CreateForm } from './create-form';
import { DatabaseRow } from './database-row';

@Component({
  selector: 'app-root',
  imports: [CreateForm, DatabaseRow],
  template: '<app-create-form />@for (id of ids(); track id) { <div role="listitem"><app-database-row [id]="id" /></div> }',
})
export class App {
  protected readonly ids = injectView(injectFleet().databases.tracked);
}`,
    },
    // The plugin compiles what the compiler emits.
    compilerOptions: { experimentalDecorators: true, noEmit: false },
  },
  {
    name: 'Lit',
    page: 'docs/lit.md',
    body: '<database-list></database-list>',
    added: {
      'main.ts': `
import { provide } from '@lit/context';
import { ViewController } from 'fleetglass/lit';
import { html, LitElement } from 'lit';
import { fleet } from './database-count';
import { CreateForm } from './create-form';
import { fleetContext } from './database-row';

class DatabaseList extends LitElement {
  @provide({ context: fleetContext }) fleet = fleet;
  #ids = new ViewController(this, fleet.databases.tracked);

  override render() {
    return html\`
      <p><database-count></database-count></p>
      <create-form></create-form>
      <ul>\${this.#ids.value.map((id) => html\`<li><database-row database-id=\${id}></database-row></li>\`)}</ul>
    \`;
  }
}
customElements.define('database-list', DatabaseList);
customElements.define('create-form', CreateForm);`,
      'fleet-context.ts': "export { fleetContext } from './database-row';",
    },
    compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false },
  },
];
