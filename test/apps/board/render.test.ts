import { expect, it } from 'vitest';
import { renderBar, renderTrend } from '../../../src/apps/board/render-bar.js';
import { renderLimits } from '../../../src/apps/board/render-limits.js';
import { renderRows } from '../../../src/apps/board/render-rows.js';
import { arrangeRows, readDatabaseRow } from '../../../src/apps/board/row-facts.js';
import type { Scene } from '../../../src/apps/board/scene.js';
import { createPalette } from '../../../src/apps/terminal/text.js';
import { reportUsage, upsertDatabase } from '../../../src/index.js';
import { createFleetUnderTest } from '../../core/fleet/fleet-under-test.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { sampleLimit } from '../../support/sample-limit.js';

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

it('renderLimits shows a whole bar and the time until the limit is reached on 60 columns', () => {
  const { fleet, clock } = createFleetUnderTest();
  const now = clock.now();
  const memory = sampleLimit({ status: 'critical', used: 0.97 * 2 ** 30, ratio: 0.97, exhaustsAt: now + 190_000 });
  const palette = createPalette({}, false);
  upsertDatabase(fleet, { ...sampleDatabase, database_id: memory.id, database_name: 'sessions' });
  const scene = { facts: { fleet, howToKnow: 'No usage is known.' }, columns: 60, palette, now } as Scene;
  const [, first = ''] = renderLimits([memory], scene);
  expect(first).toMatch(/ +Memory +█+[▏▎▍▌▋▊▉] +97 % +3 min$/);
  expect(first.length).toBeLessThanOrEqual(60);
});

it.each([
  ['eighths of a column', 0.53, '██▏░'],
  ['one eighth for the smallest share', 1e-9, '▏░░░'],
  ['less than a full bar for 0.9999', 0.9999, '███▉'],
  ['a full bar for Infinity, the share of a limit of 0', Infinity, '████'],
  ['an empty bar for NaN', NaN, '░░░░'],
  ['an empty bar for a negative share', -1, '░░░░'],
])('renderBar draws %s', (_, ratio, expected) => {
  expect(renderBar(ratio, 4)).toBe(expected);
});

const MINUTES = 60_000;

it.each([
  ['each step of a rise', Array.from({ length: 8 }, (_, at) => [at * MINUTES, at * 12.5]).flat(), 100, '▁▂▃▄▅▆▇█'],
  ['the last hour only', [0, 100, 300 * MINUTES, 0, 360 * MINUTES, 0], 100, '▁▁▁▁▁▁▁▁'],
  ['a use beyond the limit as full', [0, 900, 8 * MINUTES, 900], 100, '████████'],
  ['nothing without a limit', [0, 50, 9, 50], 'unlimited' as const, ''],
])('renderTrend draws %s', (_, series, limit, expected) => {
  expect(renderTrend(series, limit)).toBe(expected);
});
