import { mount } from '@vue/test-utils';
import { fleetPlugin } from 'fleetglass/vue';
import { expect, onTestFinished, test } from 'vitest';
import DatabaseRow from './database-row.vue';
import { createTestFleet } from '../test-fleet.js';

test('a row shows its database', async () => {
  const { fleet, id, end } = await createTestFleet();
  onTestFinished(end);
  const row = mount(DatabaseRow, { props: { id }, global: { plugins: [[fleetPlugin, { fleet }]] } });
  expect(row.text()).toBe('orders: active');
});
