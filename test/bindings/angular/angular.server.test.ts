import { refreshAll, dehydrate } from '../../../src/index.js';
import '@angular/compiler';
import {
  ChangeDetectionStrategy,
  Component,
  ErrorHandler,
  provideAppInitializer,
  type EnvironmentProviders,
  type Provider,
  type Type,
} from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { provideServerRendering, renderApplication } from '@angular/platform-server';
import { expect, test } from 'vitest';
import {
  injectDatabase,
  injectDatabaseResource,
  injectFleet,
  provideFleet,
  provideFleetHydration,
} from '../../../src/bindings/angular/index.js';
import type { FleetSnapshot } from '../../../src/index.js';
import type { Scene } from '../../contract/bindings/binding-under-test.js';
import { describeServerRendering } from '../../contract/bindings/describe-server-rendering.js';
import { createFleetUnderTest } from '../../core/fleet/fleet-under-test.js';
import { databaseOf } from '../../core/fleet/scripted-service.js';
import { Page, pageProviders } from './page-of-parts.js';

async function render(page: Type<unknown>, given: readonly (Provider | EnvironmentProviders)[]): Promise<string> {
  // Angular leaves out a component that throws, and passes its error to the application's handler.
  const failures: unknown[] = [];
  const errorHandler = { handleError: (error: unknown) => void failures.push(error) };
  const providers = [provideServerRendering(), { provide: ErrorHandler, useValue: errorHandler }, ...given];
  const html = await renderApplication((context) => bootstrapApplication(page, { providers }, context), {
    document: '<fleet-page></fleet-page>',
  });
  if (failures.length > 0) throw failures[0];
  return html;
}

const renderScene = (scene: Scene): Promise<string> => render(Page, pageProviders(scene));

describeServerRendering('Angular', renderScene, { hydrates: false, renderAsync: renderScene });

class Name {
  protected readonly database = injectDatabase('a');
}
Component({ selector: 'fleet-page', template: '{{ database()?.database_name }}' })(Name);

class Loading {
  protected readonly name = injectDatabase('a', { select: (record) => record?.database_name ?? 'unknown' });
  readonly database = injectDatabaseResource('a');
}
const { OnPush: changeDetection } = ChangeDetectionStrategy;
Component({ selector: 'fleet-page', template: '{{ name() }}', changeDetection })(Loading);

test('a signal shows the record that a resource beside it has loaded', async () => {
  const { fleet, service, advance } = createFleetUnderTest();
  service.respond(() => ({ json: databaseOf('a', { database_name: 'sessions' }) }));
  const html = render(Loading, [provideFleet(fleet)]);
  await expect.poll(() => service.requests.length).toBe(1);
  await advance(0);
  expect(await html).toContain('>sessions</fleet-page>');
});

test("the page contains the server's snapshot without secrets, and the fleet is disposed of after the rendering", async () => {
  const { fleet, service, clock } = createFleetUnderTest();
  service.respond(({ id }) => ({ json: databaseOf(id, { database_name: 'sessions</script>', password: 'CANARY' }) }));
  const html = await render(Name, [
    provideFleet(() => fleet),
    provideFleetHydration(),
    provideAppInitializer(async () => {
      const ofServer = injectFleet();
      ofServer.databases.add('a');
      await Promise.allSettled([refreshAll(ofServer), ofServer.indices.refresh()]);
    }),
  ]);
  expect(html).toContain('>sessions&lt;/script&gt;</fleet-page>');
  expect(html).not.toContain('CANARY');
  await expect.poll(() => clock.armed).toBe(0);
  expect(() => dehydrate(fleet)).toThrow('the fleet was disposed of');

  const [, json = ''] = /<script id="ng-state" type="application\/json">(.*?)<\/script>/.exec(html) ?? [];
  const { 'fleetglass 1': snapshot } = JSON.parse(json) as { 'fleetglass 1': FleetSnapshot };
  const { fleet: ofPage } = createFleetUnderTest({ snapshot });
  expect(ofPage.databases.record('a').value?.database_name).toBe('sessions</script>');
});
