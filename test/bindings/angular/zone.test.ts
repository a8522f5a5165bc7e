import 'zone.js';
import '@angular/compiler';
import { Component, NgZone, provideZoneChangeDetection } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { BrowserTestingModule, platformBrowserTesting } from '@angular/platform-browser/testing';
import { expect, onTestFinished, test } from 'vitest';
import { injectCreateDatabase, injectDatabase, provideFleet } from '../../../src/bindings/angular/index.js';
import { createFleet } from '../../../src/index.js';
import { quick } from '../../fleet/fleet-under-test.js';

TestBed.initTestEnvironment(BrowserTestingModule, platformBrowserTesting());

class Row {
  private readonly database = injectDatabase(() => 'a');
  readonly creation = injectCreateDatabase();
  checks = 0;
  ngDoCheck(): void {
    this.checks += 1;
  }
  protected readonly name = (): string | undefined => this.database()?.database_name;
}

Component({ selector: 'fleet-row', template: '{{ name() }}' })(Row);

/** A fleet that polls in real time, in an application that has components checked for whatever happens in its zone. */
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
  const zone = TestBed.inject(NgZone);
  return {
    row,
    element,
    zone,
    polls: () => polls,
    rename: (next: string) => void (name = next),
  };
}

async function expectPollsWithoutChecks({ row, polls }: ReturnType<typeof setUp>): Promise<void> {
  const [before, checks] = [polls(), row.checks];
  await expect.poll(polls).toBeGreaterThan(before + 5);
  expect(row.checks).toBe(checks);
}

test('a poll that changes nothing has no component checked; one that changes something is shown', async () => {
  const app = setUp();
  await expect.poll(() => app.element.textContent).toBe('old');
  await expectPollsWithoutChecks(app);
  app.rename('new');
  await expect.poll(() => app.element.textContent).toBe('new');
  await expectPollsWithoutChecks(app);
});

test('nor do the polls of a database that was created from within the zone', async () => {
  const app = setUp();
  await expect.poll(() => app.element.textContent).toBe('old');
  await app.zone.run(() =>
    app.row.creation.create({ database_name: 'x', platform: 'aws', primary_region: 'eu-west-1' }),
  );
  await expect.poll(() => app.row.creation.state().status).toBe('created');
  await expectPollsWithoutChecks(app);
});
