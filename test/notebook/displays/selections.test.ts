import { dehydrate } from '../../../src/index.js';
import { describe, expect, it } from 'vitest';
import { compareSnapshots } from '../../../src/notebook/displays/show-comparison.js';
import { groupDrift } from '../../../src/notebook/displays/show-drift.js';
import { selectFleetRows } from '../../../src/notebook/displays/show-fleet.js';
import { levelsOfLine, topOf } from '../../../src/notebook/displays/show-usage.js';
import { usageLinesOfFleet, type UsageLine } from '../../../src/notebook/displays/usage-lines.js';
import { kernelOf } from '../../../src/core/fleet/kernel.js';
import { readFleet } from '../../../src/notebook/displays/resource-facts.js';
import { createBusyFleet, ids } from '../sample-fleet.js';

const { fleet } = await createBusyFleet();
const { resources } = readFleet(fleet, 'showFleet');
const lines = usageLinesOfFleet(kernelOf(fleet, 'showFleet'), ids.carts);
const snapshot = dehydrate(fleet);
fleet.dispose();

it('selectFleetRows prefers rows that need attention', () => {
  expect(selectFleetRows(resources, 4).map(({ id }) => id)).toEqual([ids.carts, ids.search, ids.gone, ids.silent]);
});

describe('the lines of use', () => {
  const lineOf = (field: string): UsageLine => lines.lines.find((line) => line.field === field) as UsageLine;

  it('mark the thresholds and the limit', () => {
    const levels = levelsOfLine(lineOf('db_max_clients'), { warning: 0.5 });
    expect(levels.map(({ share, label }) => [share, label])).toEqual([
      [0.5, 'warning 50 %'],
      [0.95, 'critical 95 %'],
      [1, 'limit 1,000'],
    ]);
  });

  it('get a scale of their own where the limit is far away', () => {
    expect(topOf(lineOf('db_max_clients'))).toBe(1000);
    expect(topOf(lineOf('db_request_limit'))).toBeLessThan(1e8);
  });
});

it('groupDrift counts the records with the same difference, and leaves positions in lists out', () => {
  const drift = (place: number) => ({ path: `points[${place}].y`, kind: 'wrong-type' as const, expected: 'number' });
  const groups = groupDrift([
    { resource: 'index', id: 'a', drift: [drift(1), drift(2)] },
    { resource: 'index', id: 'b', drift: [{ path: 'region', kind: 'missing', expected: 'string' }, drift(9)] },
  ]);
  expect(groups.map(({ path, ids: of }) => [path, of])).toEqual([
    ['points[].y', ['a', 'b']],
    ['region', ['b']],
  ]);
});

describe('compareSnapshots', () => {
  const [first, second] = snapshot.databases;
  const changed = first && { ...first, record: first.record && { ...first.record, db_max_clients: 7, tls: false } };

  it('finds nothing between equal snapshots', () => {
    expect(compareSnapshots(snapshot, structuredClone(snapshot))).toEqual([]);
  });

  it('lists changed fields with their names and amounts', () => {
    const after = { ...snapshot, databases: [changed, ...snapshot.databases.slice(1)] } as typeof snapshot;
    const changes = compareSnapshots(snapshot, after).map(({ title, before, after: now }) => [title, before, now]);
    expect(changes).toEqual([
      ['TLS', 'yes', 'no'],
      ['Connections', '1,000', '7'],
    ]);
  });

  it('lists added and removed databases', () => {
    const without = { ...snapshot, databases: [second] } as typeof snapshot;
    const kinds = (from: typeof snapshot, to: typeof snapshot): string[] =>
      compareSnapshots(from, to)
        .filter(({ id }) => id === first?.id)
        .map(({ kind, field }) => `${kind} ${field}`);
    expect(kinds(snapshot, without)).toEqual(['removed ']);
    expect(kinds(without, snapshot)).toEqual(['added ']);
  });

  it('lists changed use', () => {
    const after = {
      ...snapshot,
      usage: snapshot.usage.map((each) => (each.id === ids.carts ? { ...each, used: 5 } : each)),
    };
    const changes = compareSnapshots(snapshot, after as typeof snapshot);
    expect(changes.map(({ field }) => field)).toContain('db_memory_threshold_used');
  });
});
