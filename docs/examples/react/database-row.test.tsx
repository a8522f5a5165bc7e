import { render, screen } from '@testing-library/react';
import { FleetProvider } from 'fleetglass/react';
import { expect, onTestFinished, test } from 'vitest';
import { DatabaseRow } from './database-row.js';
import { createTestFleet } from '../test-fleet.js';

test('a row shows its database', async () => {
  const { fleet, id, end } = await createTestFleet();
  onTestFinished(end);
  render(<FleetProvider fleet={fleet}><DatabaseRow id={id} /></FleetProvider>);
  expect(await screen.findByText('orders: active')).toBeTruthy();
});
