import { expect, onTestFinished, test } from 'vitest';
import { createUsageAnswers } from '../../../../src/apps/dashboard/server/usage-answers.js';
import { createFleet, limitCatalogue, reportUsage } from '../../../../src/index.js';
import { createManualClock } from '../../../support/manual-clock.js';

test.each([
  ['at most 3 hours of each history', 1, 180],
  ['at most 50,000 points', 40, Math.floor(50_000 / (40 * Object.keys(limitCatalogue.database).length))],
])('the first answer has %s, and the answer for one resource has its whole history', async (_, count, points) => {
  const clock = createManualClock();
  const fleet = createFleet({ baseUrl: 'https://example.com', clock, fetch: () => new Promise(() => {}) });
  onTestFinished(() => fleet.dispose());
  const usage = Object.fromEntries(Object.keys(limitCatalogue.database).map((field) => [field, 1]));
  const ids = Array.from({ length: count }, (__, at) => `id-${at}`);
  fleet.databases.add(ids);
  const at = (minute: number): number => clock.now() - minute * 60_000;
  for (let minute = 200; minute >= 0; minute--)
    for (const id of ids) reportUsage(fleet, 'database', id, usage, { at: at(minute) });
  const answers = createUsageAnswers(fleet, clock);
  const { readings } = answers.since();
  expect(readings).toHaveLength(count * Object.keys(usage).length);
  expect(new Set(readings.map(({ history = [] }) => history.length / 2))).toEqual(new Set([points]));
  expect(readings[0]?.history?.at(-2)).toBe(clock.now());
  expect(answers.history('database', 'id-0')[0]?.history).toHaveLength(2 * 201);
});
