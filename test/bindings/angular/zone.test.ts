import 'zone.js';
import '@angular/compiler';
import {
  Component,
  createEnvironmentInjector,
  EnvironmentInjector,
  NgZone,
  provideZoneChangeDetection,
} from '@angular/core';
import { expect, onTestFinished, test } from 'vitest';
import {
  injectCreateDatabase,
  injectDatabase,
  injectDatabaseEntry,
  injectView,
  provideFleet,
} from '../../../src/bindings/angular/index.js';
import { createFleet, type Fleet } from '../../../src/index.js';
import { quick } from '../../core/fleet/fleet-under-test.js';
import { TestBed } from './test-bed.js';

class Row {
  private readonly database = injectDatabase(() => 'a');
  checks = 0;
  ngDoCheck(): void {
    this.checks += 1;
  }
  protected readonly name = (): string | undefined => this.database()?.database_name;
}

Component({ selector: 'fleet-row', template: '{{ name() }}' })(Row);

/** A fleet that polls in real time, in an application that checks components after every task in its zone. */
function setUp() {
  let polls = 0;
  let name = 'old';
  const make = () =>
    createFleet({
      baseUrl: 'https://api.example.com',
      polling: { ...quick, cadence: () => 1 },
      async fetch() {
        polls += 1;
        return Response.json({ database_id: 'a', database_name: name, modifying_state: '' });
      },
    });
  TestBed.configureTestingModule({ providers: [provideZoneChangeDetection(), provideFleet(make)] });
  onTestFinished(() => void TestBed.resetTestingModule());
  const fixture = TestBed.createComponent(Row);
  fixture.autoDetectChanges();
  const { componentInstance: row, nativeElement: element } = fixture as {
    componentInstance: Row;
    nativeElement: HTMLElement;
  };
  return {
    row,
    element,
    injector: TestBed.inject(EnvironmentInjector),
    zone: TestBed.inject(NgZone),
    polls: () => polls,
    rename: (next: string) => void (name = next),
  };
}

async function expectPollsWithoutChecks({ row, polls }: ReturnType<typeof setUp>): Promise<void> {
  const [before, checks] = [polls(), row.checks];
  await expect.poll(polls).toBeGreaterThan(before + 5);
  expect(row.checks).toBe(checks);
}

test('a poll checks components only if it changes something, also after a `refetch` in the zone', async () => {
  const app = setUp();
  await expect.poll(() => app.element.textContent).toBe('old');
  await expectPollsWithoutChecks(app);
  const entry = injectDatabaseEntry('a', { injector: app.injector });
  await app.zone.run(() => entry().refetch());
  app.rename('new');
  await expect.poll(() => app.element.textContent).toBe('new');
  await expectPollsWithoutChecks(app);
});

test('creation of the fleet, creates, subscribing and unsubscribing run outside the zone', async () => {
  const { injector, zone } = setUp();
  const inZone: Record<string, boolean> = {};
  const note = (what: string): void => void (inZone[what] = NgZone.isInAngularZone());
  const view = {
    value: 0,
    subscribe() {
      note('subscribe');
      return { unsubscribe: () => note('unsubscribe') };
    },
  };
  function make(): Fleet {
    note('make');
    return createFleet({ baseUrl: 'https://api.example.com' });
  }
  // `createDatabase` reads the request at once and refuses it.
  const request = {
    get database_name() {
      note('create');
      return 'x';
    },
    platform: 'nowhere' as 'aws',
    primary_region: 'eu-west-1',
  } as const;
  await zone.run(() => {
    const ofFleet = createEnvironmentInjector([provideFleet(make)], injector);
    const ofView = createEnvironmentInjector([], ofFleet);
    const { createAsync } = injectCreateDatabase({ injector: ofFleet });
    injectView(view, { injector: ofView });
    ofView.destroy();
    note('here');
    return createAsync(request).catch(() => {});
  });
  expect(inZone).toEqual({ make: false, subscribe: false, create: false, unsubscribe: false, here: true });
});
