import { describe, expect, it } from 'vitest';
import { dehydrate, type Database, type EntrySnapshot, type FleetSnapshot } from '../../../src/index.js';
import { groupDrift } from '../../../src/notebook/displays/show-drift.js';
import { selectFleetRows } from '../../../src/notebook/displays/show-fleet.js';
import { levelsOfLine, topOf } from '../../../src/notebook/displays/show-usage.js';
import { type UsageLine, usageLinesOfFleet } from '../../../src/notebook/displays/usage-lines.js';
import { kernelOf } from '../../../src/core/fleet/kernel.js';
import { readFleet } from '../../../src/notebook/displays/resource-facts.js';
import { createBusyFleet, ids } from '../sample-fleet.js';
import { decodeDatabase, decodeVectorIndices } from '../../../src/core/records/decode.js';
import { showComparison, showFleet, showRecord } from '../../../src/notebook/index.js';
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

it('showComparison lists changed fields and use with their amounts, and added and removed databases', () => {
  const changesOf = (before: FleetSnapshot, after: FleetSnapshot): unknown[] => {
    const { data } = showComparison(before, after).bundle['application/vnd.dataresource+json'] as {
      data: readonly Record<string, unknown>[];
    };
    return data.map((row) => ['id', 'change', 'field', 'before', 'after'].map((name) => row[name]));
  };
  type Saved = EntrySnapshot<Database>;
  const [sessions, carts, search] = snapshot.databases as [Saved, Saved, Saved];
  const changed = { ...carts, record: { ...carts.record, db_max_clients: 7, tls: false } };
  const used = snapshot.usage.map((each) =>
    each.id === ids.carts && each.field === 'db_memory_threshold' ? { ...each, used: 5 } : each,
  );
  const before = { ...snapshot, databases: [sessions, carts] };
  const after = { ...snapshot, databases: [changed, search], usage: used } as FleetSnapshot;
  expect(changesOf(before, after)).toEqual([
    [ids.carts, 'changed', 'tls', 'yes', 'no'],
    [ids.carts, 'changed', 'db_max_clients', '1,000', '7'],
    [ids.carts, 'changed', 'db_memory_threshold_used', '60.2 MiB', '5 bytes'],
    [ids.search, 'added', '', '', 'fresh'],
    [ids.sessions, 'removed', '', 'fresh', ''],
  ]);
  expect(String(showComparison(snapshot, structuredClone(snapshot)))).toContain('Nothing changed');
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
