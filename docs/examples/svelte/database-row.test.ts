import { render, screen } from '@testing-library/svelte';
import { expect, onTestFinished, test } from 'vitest';
import RowOfFleet from './row-of-fleet.svelte';
import { createTestFleet } from '../test-fleet.js';

test('a row shows its database', async () => {
  const { fleet, id, end } = await createTestFleet();
  onTestFinished(end);
  render(RowOfFleet, { fleet, id });
  expect(screen.getByRole('listitem').textContent).toContain('orders: active');
});
