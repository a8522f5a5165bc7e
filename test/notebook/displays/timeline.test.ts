import { expect, it, onTestFinished } from 'vitest';
import { upsertDatabase } from '../../../src/index.js';
import { showTimeline, type Display } from '../../../src/notebook/index.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { createSampleFleet } from '../sample-fleet.js';
import { historyOf } from '../sample-histories.js';

/** The cells of the rows of a timeline as text: the database, and its periods. */
const rowsOf = (timeline: Display): string[][] =>
  String(timeline)
    .split('\n')
    .slice(1)
    .map((line) => line.split(/ {2,}/));

it('a timeline of a fleet begins before the first change or at the creation, and ends with stale and missing', async () => {
  const { fleet, clock, answers, refresh } = createSampleFleet();
  onTestFinished(() => fleet.dispose());
  fleet.polling.pause();
  const start = clock.now() / 1000;
  const put = (id: string, fields: object): void =>
    upsertDatabase(fleet, { ...sampleDatabase, database_id: id, database_name: id, ...fields });
  const [early, late] = [400, 700].map((second) => ({ creation_time: start + second }));
  put('back', { state: 'suspended' });
  for (const id of ['both', 'gone', 'silent']) put(id, {});
  put('created', { ...early, state: 'pending' });
  put('created later than it changed', { ...late, state: 'pending' });
  await clock.advance(600_000);
  for (const id of ['back', 'gone', 'silent']) put(id, {});
  // Two changes at the same time are one period.
  put('both', { state: 'suspended', modifying_state: 'updating' });
  put('created', early);
  put('created later than it changed', late);
  await clock.advance(300_000);
  answers.set('gone', 404).set('silent', 503);
  for (const id of ['gone', 'silent']) await refresh(id);
  await clock.advance(100_000);
  expect(rowsOf(showTimeline(fleet))).toEqual([
    ['back', 'suspended 10 min > active 6 min'],
    ['both', 'active 10 min > suspended (updating) 6 min'],
    ['gone', 'active 10 min > missing 6 min'],
    ['silent', 'active 10 min > stale 6 min'],
    ['created', 'pending 3 min > active 6 min'],
    ['created later than it changed', 'active 6 min'],
  ]);
});

it('a timeline of a history joins rows that do not change the state, and ends at the end of the history', () => {
  const history = historyOf(1000, [
    [0, 'a', { state: 'active' }],
    [10, 'b', { state: 'active' }],
    [20, 'a', { state: 'active' }],
    [30, 'a', { state: 'active' }, 'stale'],
    [40, 'a', { state: 'suspended' }],
    [50, 'b', {}, 'forgotten'],
  ]);
  const a = ['a', 'active 30 s > stale 10 s > suspended 16 min'];
  const b = ['b', 'active 40 s'];
  expect(rowsOf(showTimeline(history))).toEqual([a, b]);
  expect(rowsOf(showTimeline(history, { ids: ['b', 'x', 'a'] }))).toEqual([b, ['x', 'no record yet'], a]);
});

it('a timeline has the last state of a history of one row, and of one whose last row is at its end', () => {
  const one = historyOf(0, [[0, 'a', { state: 'suspended' }]]);
  expect(rowsOf(showTimeline(one))).toEqual([['a', 'suspended 0 s']]);
  const ending = historyOf(5, [
    [0, 'a', { state: 'active' }],
    [5, 'a', { state: 'active' }, 'stale'],
    [5, 'a', { state: 'suspended' }],
  ]);
  expect(rowsOf(showTimeline(ending))).toEqual([['a', 'active 5 s > suspended 0 s']]);
});

it('a timeline with a limit keeps the databases with the most changes', () => {
  const history = historyOf(10, [
    [0, 'a', { state: 'x' }],
    [0, 'b', { state: 'x' }],
    [9, 'b', { state: 'y' }],
  ]);
  expect(rowsOf(showTimeline(history, { limit: 1 }))).toEqual([['b', 'x 9 s > y 1 s'], ['and 1 more']]);
});

it('a timeline refuses a history without `state`', () => {
  expect(() => showTimeline(historyOf(10, [], ['db_max_clients_used']))).toThrow(
    'history: expected the captured field `state`',
  );
});
