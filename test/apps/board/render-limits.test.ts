import { expect, it } from 'vitest';
import { renderLimits } from '../../../src/apps/board/render-limits.js';
import type { Scene } from '../../../src/apps/board/scene.js';
import { createPalette } from '../../../src/apps/terminal/text.js';
import { renderBar, renderTrend } from '../../../src/apps/board/render-bar.js';
import { upsertDatabase } from '../../../src/index.js';
import { createFleetUnderTest } from '../../core/fleet/fleet-under-test.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { sampleLimit } from '../../support/sample-limit.js';

const palette = createPalette({}, false);
const now = Date.UTC(2026, 0, 1);

const memory = sampleLimit({ status: 'critical', used: 0.97 * 2 ** 30, ratio: 0.97, exhaustsAt: now + 190_000 });

it('renderLimits shows a whole bar and the time until the limit is reached on 60 columns', () => {
  const { fleet } = createFleetUnderTest();
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
