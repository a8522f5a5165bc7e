import { expect, onTestFinished, test } from 'vitest';
import { DatabaseRow } from './database-row.js';
import { createTestFleet } from '../test-fleet.js';

customElements.define('database-row', DatabaseRow);

test('a row shows its database', async () => {
  const { fleet, id, end } = await createTestFleet();
  onTestFinished(end);
  const row = Object.assign(new DatabaseRow(), { fleet, databaseId: id });
  document.body.append(row);
  await row.updateComplete;
  expect(row.renderRoot.textContent).toContain('orders: active');
  row.remove();
});
