import { TestBed } from '@angular/core/testing';
import { provideFleet } from 'fleetglass/angular';
import { expect, onTestFinished, test } from 'vitest';
import { DatabaseRow } from './database-row.js';
import { createTestFleet } from '../test-fleet.js';

test('a row shows its database', async () => {
  const { fleet, id, end } = await createTestFleet();
  onTestFinished(end);
  TestBed.configureTestingModule({ providers: [provideFleet(fleet)] });
  const fixture = TestBed.createComponent(DatabaseRow);
  fixture.componentRef.setInput('id', id);
  await fixture.whenStable();
  expect(fixture.nativeElement.textContent).toContain('orders: active');
});
