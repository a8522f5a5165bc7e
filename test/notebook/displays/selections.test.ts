import { describe, expect, it } from 'vitest';
import { dehydrate } from '../../../src/index.js';
import { compareSnapshots } from '../../../src/notebook/displays/show-comparison.js';
import { groupDrift } from '../../../src/notebook/displays/show-drift.js';
import { selectFleetRows } from '../../../src/notebook/displays/show-fleet.js';
import { levelsOfLine, topOf } from '../../../src/notebook/displays/show-usage.js';
import { type UsageLine, usageLinesOfFleet } from '../../../src/notebook/displays/usage-lines.js';
import { kernelOf } from '../../../src/core/fleet/kernel.js';
import { readFleet } from '../../../src/notebook/displays/resource-facts.js';
import { createBusyFleet, ids } from '../sample-fleet.js';
import { decodeDatabase, decodeVectorIndices } from '../../../src/core/records/decode.js';
import { showFleet, showRecord } from '../../../src/notebook/index.js';
import { createFleetUnderTest } from '../../core/fleet/fleet-under-test.js';
import { inheritedNames } from '../../support/inherited-names.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { sampleVectorIndices } from '../../support/sample-vector-indices.js';

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

/** The record with a name in place of each text. Credentials are never shown. */
function withTexts(record: object, name: string): Record<string, unknown> {
  const texts = Object.entries(record).filter(
    ([field, value]) => typeof value === 'string' && !field.endsWith('token'),
  );
  return { ...record, ...Object.fromEntries(texts.map(([field]) => [field, name])) };
}

it.each(inheritedNames)('displays show records whose texts are %s', async (name) => {
  const record = withTexts(sampleDatabase, name);
  expect(String(showRecord(decodeDatabase(JSON.stringify(record)).record as never))).toContain(name);
  const { records } = decodeVectorIndices(JSON.stringify([withTexts(sampleVectorIndices(1)[0] as object, name)]));
  expect(String(showRecord(records?.[0] as never))).toContain(name);

  const { fleet, service, advance } = createFleetUnderTest();
  service.respond(() => ({ json: record }));
  fleet.databases.add([name]);
  await advance(1000);
  expect(fleet.databases.record(name).value?.state).toBe(name);
  expect(String(showFleet(fleet))).toContain(name);
});
