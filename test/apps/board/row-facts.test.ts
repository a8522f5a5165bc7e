import { expect, it } from 'vitest';
import { renderRows } from '../../../src/apps/board/render-rows.js';
import { arrangeRows, readDatabaseRow } from '../../../src/apps/board/row-facts.js';
import type { Scene } from '../../../src/apps/board/scene.js';
import { createPalette } from '../../../src/apps/terminal/text.js';
import { reportUsage, upsertDatabase } from '../../../src/index.js';
import { createFleetUnderTest } from '../../core/fleet/fleet-under-test.js';
import { sampleDatabase } from '../../support/sample-database.js';

it('a row of the board judges its limits by the thresholds of the fleet', () => {
  const { fleet, clock } = createFleetUnderTest({ thresholds: { warning: 0.25 } });
  const { database_id: id } = sampleDatabase;
  upsertDatabase(fleet, sampleDatabase);
  reportUsage(fleet, 'database', id, { db_max_clients: 0.3 * sampleDatabase.db_max_clients });
  expect(readDatabaseRow(fleet, id, undefined, clock.now())).toMatchObject({
    worst: { field: 'db_max_clients', status: 'warning' },
    health: { kind: 'near', about: 'db_max_clients' },
  });
});

it('a filter finds active databases, but none that is not active', () => {
  const { fleet, clock } = createFleetUnderTest();
  for (const state of ['active', 'suspended'] as const)
    upsertDatabase(fleet, { ...sampleDatabase, database_id: state, database_name: 'orders', state });
  const rows = ['active', 'suspended'].map((id) => readDatabaseRow(fleet, id, undefined, clock.now()));
  const found = (filter: string): string[] => arrangeRows(rows, { order: 'name', filter }).map(({ id }) => id);
  expect(found('active')).toEqual(['active']);
  for (const filter of ['inactive', 'inact', 'order susp']) expect(found(filter), filter).toEqual(['suspended']);
});

it('a row of the board has a green state only if the last answer confirmed it', async () => {
  const { fleet, clock, answerWith, refuseWith } = createFleetUnderTest();
  const palette = createPalette({ FORCE_COLOR: '1' }, false);
  const lines = (): string => {
    const listed = [readDatabaseRow(fleet, 'a', undefined, clock.now())];
    const scene = { palette, columns: 120, now: clock.now(), down: undefined, rows: { listed } } as unknown as Scene;
    return renderRows(listed, undefined, scene).join('\n');
  };
  fleet.databases.add(['a']);
  await answerWith('a', { state: 'active' });
  expect(lines()).toContain(palette.green('active'));
  for (const status of [503, 404]) {
    await refuseWith(status);
    expect(lines(), `after ${status}`).toContain(palette.dim('active'));
  }
});
