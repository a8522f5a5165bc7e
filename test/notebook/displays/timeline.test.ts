import { describe, expect, it } from 'vitest';
import { unknownEntry } from '../../../src/core/store/entry.js';
import type { Transition } from '../../../src/core/fleet/transition.js';
import type { ResourceFacts } from '../../../src/notebook/displays/resource-facts.js';
import { selectTimelineRows } from '../../../src/notebook/displays/show-timeline.js';
import { timelineOfFleet, timelineOfHistory } from '../../../src/notebook/displays/timeline.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { historyOf, START } from '../sample-histories.js';

const NOW = 1_000_000;

function databaseFacts(id: string, entry: object): ResourceFacts {
  const facts = {
    resource: 'database',
    id,
    name: id,
    state: 'active',
    change: undefined,
    limits: [],
    worst: undefined,
  };
  return { ...facts, health: { kind: 'healthy' }, entry: { ...unknownEntry(id), ...entry } } as ResourceFacts;
}

const fresh = { status: 'fresh', record: sampleDatabase, changedAt: 0, confirmedAt: NOW };

const transition = (
  at: number,
  field: Transition['field'],
  from: string | undefined,
  to: string | undefined,
): Transition =>
  ({ sequence: at, resource: 'database', id: 'a', field, from, to, at, record: sampleDatabase }) as Transition;

describe('timelineOfFleet', () => {
  it('begins with the state before the first change', () => {
    const changes = [transition(600_000, 'state', 'suspended', 'active')];
    const { from, rows } = timelineOfFleet([databaseFacts('a', fresh)], changes, NOW);
    expect(from).toBeLessThan(600_000);
    expect(rows[0]?.spans).toEqual([
      { from, to: 600_000, condition: 'suspended', tone: 'warning' },
      { from: 600_000, to: NOW, condition: 'active', tone: 'good' },
    ]);
  });

  it('makes one period of two changes at the same time', () => {
    const changes = [
      transition(700_000, 'state', 'active', 'suspended'),
      transition(700_000, 'modifying_state', undefined, 'updating'),
    ];
    const [row] = timelineOfFleet([databaseFacts('a', fresh)], changes, NOW).rows;
    expect(row?.spans.map(({ condition, tone }) => [condition, tone])).toEqual([
      ['active', 'good'],
      ['suspended (updating)', 'busy'],
    ]);
  });

  it.each(['stale', 'missing'])('ends with %s from the last confirmation on', (status) => {
    const entry = { ...fresh, status, confirmedAt: 900_000 };
    const [row] = timelineOfFleet([databaseFacts('a', entry)], [], NOW).rows;
    expect(row?.spans.at(-1)).toMatchObject({ from: 900_000, to: NOW, condition: status });
  });

  describe('of a database with a creation time', () => {
    const rowOf = (seconds: number, changes: readonly Transition[], changedAt = 0) => {
      const record = { ...sampleDatabase, creation_time: seconds };
      const facts = [databaseFacts('a', { ...fresh, record, changedAt }), databaseFacts('b', fresh)];
      return timelineOfFleet(facts, changes, NOW).rows[0]?.spans.map(({ from, condition }) => [from, condition]);
    };

    it('begins at that time', () => {
      expect(rowOf(400, [transition(600_000, 'state', 'pending', 'active')])).toEqual([
        [400_000, 'pending'],
        [600_000, 'active'],
      ]);
    });

    it('begins with the first change if that is earlier', () => {
      expect(rowOf(700, [transition(600_000, 'state', 'pending', 'active')])).toEqual([[600_000, 'active']]);
    });
  });
});

describe('timelineOfHistory', () => {
  const history = historyOf(1000, [
    [0, 'a', { state: 'active' }],
    [10, 'b', { state: 'active' }],
    [20, 'a', { state: 'active' }],
    [30, 'a', { state: 'active' }, 'stale'],
    [40, 'a', { state: 'suspended' }],
    [50, 'b', {}, 'forgotten'],
  ]);
  const secondsOf = (at: number): number => (at - START) / 1000;

  it('joins rows that do not change the state, and ends at the end of the history', () => {
    const row = timelineOfHistory(history).rows.find(({ id }) => id === 'a');
    expect(row?.spans.map(({ from, to, condition }) => [secondsOf(from), secondsOf(to), condition])).toEqual([
      [0, 30, 'active'],
      [30, 40, 'stale'],
      [40, 1000, 'suspended'],
    ]);
  });

  it('ends a row when its database is forgotten', () => {
    const row = timelineOfHistory(history).rows.find(({ id }) => id === 'b');
    expect(row?.spans.map(({ from, to }) => [secondsOf(from), secondsOf(to)])).toEqual([[10, 50]]);
  });

  it.each([
    ['of one row', historyOf(0, [[0, 'a', { state: 'suspended' }]]), ['suspended']],
    [
      'with its last row at its end',
      historyOf(5, [
        [0, 'a', { state: 'active' }],
        [5, 'a', { state: 'active' }, 'stale'],
        [5, 'a', { state: 'suspended' }],
      ]),
      ['active', 'suspended'],
    ],
  ])('has the last state of a history %s', (_, given, conditions) => {
    expect(timelineOfHistory(given).rows[0]?.spans.map(({ condition }) => condition)).toEqual(conditions);
  });

  it('shows only the given ids, in their order', () => {
    expect(timelineOfHistory(history, ['b', 'x', 'a']).rows.map(({ id }) => id)).toEqual(['b', 'x', 'a']);
  });
});

it('selectTimelineRows keeps the databases with the most changes', () => {
  const timeline = timelineOfHistory(
    historyOf(10, [
      [0, 'a', { state: 'x' }],
      [0, 'b', { state: 'x' }],
      [9, 'b', { state: 'y' }],
    ]),
  );
  expect(selectTimelineRows(timeline, 1).map(({ id }) => id)).toEqual(['b']);
  expect(selectTimelineRows(timeline, 2).map(({ id }) => id)).toEqual(['a', 'b']);
});
