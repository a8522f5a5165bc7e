import { render } from '@testing-library/preact';
import { FleetProvider } from 'fleetglass/preact';
import { expect, onTestFinished, test } from 'vitest';
import { DatabaseRow } from './database-row.js';
import { createTestFleet } from '../test-fleet.js';

test('a row shows its database', async () => {
  const { fleet, id, end } = await createTestFleet();
  onTestFinished(end);
  const { container } = render(<FleetProvider fleet={fleet}><DatabaseRow id={id} /></FleetProvider>);
  expect(container.textContent).toContain('orders: active');
});
