import * as vega from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  dehydrate,
  reportUsage,
  upsertDatabase,
  type Database,
  type EntrySnapshot,
  type FleetSnapshot,
  type LimitField,
  type VectorIndex,
} from '../../../src/index.js';
import {
  capture,
  jupyterDisplay,
  showComparison,
  showDrift,
  showFleet,
  showLimits,
  showRecord,
  showThroughput,
  showTimeline,
  showUsage,
  historyFrom,
  historyOf,
  type Display,
  type TimeZoneOptions,
} from '../../../src/notebook/index.js';
import { canaries, createBusyFleet, createSampleFleet, hostileText, ids } from '../sample-fleet.js';
import { historyOf as historyOfFacts, type Fact } from '../sample-histories.js';
import { errorOf } from '../../support/failure-of.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { sampleVectorIndices } from '../../support/sample-vector-indices.js';
import { allDisplays } from './all-displays.js';

const busy = await createBusyFleet();
const hostile = await createBusyFleet(hostileText);
afterAll(() => {
  busy.fleet.dispose();
  hostile.fleet.dispose();
});

const all = Object.entries(await allDisplays(busy));
const hostiles = Object.entries(await allDisplays(hostile));

const vegaLite = 'application/vnd.vegalite.v5+json';
/** The plots of the hostile fleet, which differs from the other one only in its texts. */
const specs = hostiles.flatMap(([name, { bundle }]) =>
  bundle[vegaLite] === undefined ? [] : [[name, bundle[vegaLite] as TopLevelSpec] as const],
);

const htmlOf = (display: Display): string => display.bundle['text/html'] as string;
const textOf = (display: Display): string => display.bundle['text/plain'] as string;
const cellsOf = (display: Display, ...names: string[]): unknown[][] => {
  const { data } = display.bundle['application/vnd.dataresource+json'] as { data: Record<string, unknown>[] };
  return data.map((row) => names.map((name) => row[name]));
};

/** A fleet that sends no request by itself, with databases without a record. */
function createRestingFleet(known: readonly string[] = []) {
  const sample = createSampleFleet();
  onTestFinished(() => sample.fleet.dispose());
  sample.fleet.polling.pause();
  sample.fleet.databases.add(known);
  return sample;
}

describe('every display', () => {
  it.each(all)('%s has HTML and text, and a table or a plot, as plain JSON', (name, display) => {
    const { bundle } = display;
    const [html, plain, ...others] = Object.keys(bundle);
    expect([html, plain]).toEqual(['text/html', 'text/plain']);
    if (name !== 'throughput without points') expect(others.length).toBeGreaterThan(0);
    expect(others.join()).toMatch(/^(application\/vnd\.(dataresource|vegalite\.v5)\+json,?)*$/);
    expect(display[jupyterDisplay]()).toBe(bundle);
    expect(String(display)).toBe(bundle['text/plain']);
    expect(JSON.parse(JSON.stringify(bundle))).toEqual(bundle);
    for (const line of String(display).split('\n')) expect(line.length).toBeLessThan(420);
  });

  it.each([...all, ...hostiles])('%s contains no secret in any format', (_, { bundle }) => {
    const everything = JSON.stringify(bundle);
    for (const canary of canaries) expect(everything).not.toContain(canary);
  });

  it.each([...all, ...hostiles])('%s has neither a script nor an external resource in its HTML', (_, display) => {
    const tags = htmlOf(display).match(/<[a-z](?:[^>"]|"[^"]*")*>/g) ?? [];
    for (const tag of tags) {
      expect(tag).toMatch(
        /^<(?:div|style|b|span|p|table|thead|tbody|tr|th|td|svg|title|path|line|polyline|polygon)[\s>]/,
      );
      expect(tag.replaceAll(/"[^"]*"/g, '')).not.toMatch(/\s(?:on|src|href)/);
    }
    expect(htmlOf(display)).not.toMatch(/@import|url\(/);
    expect(htmlOf(display).match(/<\/style/g)).toHaveLength(1);
  });

  it.each(hostiles)('%s shows control characters as text, and closes all its elements', (_, display) => {
    for (const type of ['text/html', 'text/plain']) expect(display.bundle[type]).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    for (const element of ['div', 'table', 'tr', 'td', 'span', 'p', 'svg']) {
      const starts = htmlOf(display).match(new RegExp(`<${element}[\\s>]`, 'g')) ?? [];
      const ends = htmlOf(display).match(new RegExp(`</${element}\\s*>`, 'g')) ?? [];
      expect([element, ends.length]).toEqual([element, starts.length]);
    }
  });
});

it('a display has its words apart, and its charts as text, where a sanitizer removes styles, classes and SVG', () => {
  const words = (name: string): string =>
    htmlOf(Object.fromEntries(all)[name] as Display)
      .replace(/<style>.*?<\/style>/s, '')
      .replaceAll(/<svg.*?<\/svg>/gs, '')
      .replaceAll(/<[^>]*>/g, '');
  expect(words('a fleet')).toContain('sessions 93e3a3e7');
  expect(words('a fleet')).toContain('fresh 9 min ago');
  expect(words('limits of a database')).toContain('94 % 60.2 MiB of 64 MiB');
  expect(words('a timeline')).toContain('active for 25 min; active (updating) for 11 min; active for 58 min;');
  expect(words('use')).toMatch(/Memory 94 %, 60.2 MiB of 64 MiB .* [▁▂▃▄▅▆▇█]{20,40} .* Connections 33 %/);
  expect(words('throughput')).toMatch(/▁[▁▂▃▄▅▆▇█]+█ /);
});

describe('a display of a huge record', () => {
  const huge = 'n'.repeat(1_000_000);
  const record = { ...sampleDatabase, database_name: huge, endpoint: huge, unheard_of: { deep: [huge] } };
  const [index] = sampleVectorIndices(1);

  it('of many fields stays small, and says how many it leaves out', () => {
    const many = Array.from({ length: 20_000 }, (_, at) => [`field_${at}`, at]);
    const display = showRecord({ ...sampleDatabase, ...Object.fromEntries(many) });
    const some = showRecord({ ...sampleDatabase, ...Object.fromEntries(many.slice(0, 101)) });
    expect(textOf(some)).toContain('and 1 more field that is not documented');
    expect(textOf(display)).toContain('and 19,900 more fields that are not documented');
    const addons = showRecord({ ...sampleDatabase, securityAddons: Object.fromEntries(many) as never });
    expect(textOf(addons)).toContain('and 19,905 more fields that are not documented');
    expect(JSON.stringify(display.bundle).length).toBeLessThan(120_000);
  });

  it('of its fields or its throughput stays small', () => {
    expect(JSON.stringify(showRecord(record).bundle).length).toBeLessThan(60_000);
    const points = Array.from({ length: 50_000 }, (_, at) => ({
      x: new Date(1e12 + at * 1000).toISOString(),
      y: at % 97,
    }));
    const display = showThroughput({ ...(index as object), name: huge, throughput_vector: points } as never);
    expect(JSON.stringify(display.bundle).length).toBeLessThan(60_000);
  });
});

describe('a display of a record', () => {
  const secret = 'a-very-long-secret-of-the-database';

  it('hides credentials in its title', () => {
    const named = showRecord({ ...sampleDatabase, password: secret, database_name: `x ${secret}` } as never);
    const [index] = sampleVectorIndices(1);
    const throughput = showThroughput({ ...(index as object), token: secret, name: `x ${secret}` } as never);
    for (const { bundle } of [named, throughput]) expect(JSON.stringify(bundle)).not.toContain(secret);
  });

  it('of an index to which the service adds the id of a database is that of an index', () => {
    const [index] = sampleVectorIndices(1) as [VectorIndex];
    const sent = { ...index, database_id: 'a' };
    expect(textOf(showRecord(sent))).toMatch(/\nVectors\n/);
    expect(textOf(showRecord(sent))).not.toContain('from the documentation');
    expect(textOf(showThroughput(sent))).toContain(`Throughput of ${index.name}`);
  });

  it('has the status and the marks of the given thresholds', () => {
    const usage = { db_max_clients: sampleDatabase.db_max_clients * 0.5 };
    const display = showRecord(sampleDatabase, { usage, thresholds: { warning: 0.25, critical: 0.45 } });
    expect(textOf(display)).toContain('(critical)');
    expect(htmlOf(display)).toContain('45%');
  });

  it('shows a value that JSON does not have', () => {
    const odd = { ...sampleDatabase, run: () => 1, sign: Symbol('x'), sizes: { large: 2n ** 63n } };
    expect(textOf(showRecord(odd))).toMatch(/run +–/);
    expect(textOf(showRecord(odd))).toContain('9223372036854775808');
  });
});

describe('a table with own columns', () => {
  const { fleet } = busy;

  it('has fields, uses, built-in columns and functions, in its own order and for its own ids', () => {
    const display = showFleet(fleet, {
      columns: [
        'db_max_clients_used',
        'health',
        { title: 'Half', unit: 'bytes', value: ({ db_memory_threshold: of = 0 }) => of / 2 },
      ],
      filter: ({ state }) => state === 'active',
      sort: (a, b) => (a.db_memory_threshold ?? 0) - (b.db_memory_threshold ?? 0),
    });
    expect(textOf(display).split('\n').slice(1, 4)).toEqual([
      'Connections, used  Health             Half',
      '              339  near a limit     32 MiB',
      '              673  healthy         1.5 GiB',
    ]);
    expect(cellsOf(display, 'id', 'db_max_clients_used', 'Half')[0]).toEqual([ids.carts, 339, 2 ** 25]);
  });

  it('has an undocumented field whose name ends like a use under this name', () => {
    const display = showFleet(fleet, { columns: ['own_used', 'db_max_clients_used'] });
    expect(textOf(display)).toMatch(/^own_used +Connections, used$/m);
  });

  it('has the values of a field as a record has them, and a time in the zone of the display', () => {
    const { fleet: own } = createRestingFleet(['read', 'unread']);
    upsertDatabase(own, { ...sampleDatabase, database_id: 'read', last_plan_upgrade_time: 0 });
    const columns = ['port', 'creation_time', 'last_plan_upgrade_time', 'db_acl_enabled', 'modifying_state'];
    const [, , ...rows] = textOf(showFleet(own, { columns, timeZone: 'Europe/Paris' })).split('\n');
    expect(rows[0]).toMatch(/^31284 +2025-07-16T09:06:42\+02:00 +never +no +at rest$/);
    expect(rows[1]).toMatch(/^ +–( +–){4}$/);
  });

  it('has the ids of databases and indices as a column, and always in the data', () => {
    const display = showFleet(fleet, { ids: [ids.carts], columns: ['id', 'state'] });
    expect(textOf(display)).toMatch(new RegExp(`^Id +State\n${ids.carts} +active$`, 'm'));
    expect(cellsOf(display, 'id')).toEqual([[ids.carts]]);
    expect(cellsOf(showFleet(fleet, { ids: [ids.carts], columns: ['state'] }), 'id')).toEqual([[ids.carts]]);
  });

  it('calls no function for an id without a record, which comes last', () => {
    const display = showFleet(fleet, { columns: ['name', { title: 'n', value: () => 1 }], sort: () => 0 });
    expect(cellsOf(display, 'id', 'n').at(-1)).toEqual([ids.never, null]);
    expect(textOf(showFleet(fleet, { filter: () => false }))).toContain(
      'The options leave out all databases and indices.',
    );
  });

  it('has neither data nor a unit for a value that is null or no number', () => {
    for (const value of [null, undefined, NaN]) {
      const columns = [{ title: 'x', unit: 'ms', value: () => value }];
      const display = showFleet(fleet, { ids: [ids.carts], columns });
      expect(cellsOf(display, 'x')).toEqual([[null]]);
      expect(textOf(display)).toMatch(/\nx\n–\n/);
    }
  });

  it('has a dash for a value that has no JSON', () => {
    for (const value of [Symbol('x'), () => 1]) {
      const columns = [{ title: 'x', value: () => value }];
      expect(textOf(showFleet(fleet, { ids: [ids.carts], columns }))).toMatch(/\nx\n–\n/);
    }
  });

  const fail = (): never => {
    throw new TypeError('canary-of-a-password');
  };
  const threw = `threw TypeError, for ${ids.carts}`;
  it.each([
    ['a column', { columns: ['name', { title: 'x', value: fail }] }, 'columns[1].value', threw],
    [
      'a promise of an order',
      { sort: (async () => fail()) as never },
      'sort',
      `returned a promise, expected a value, for ${ids.sessions} and ${ids.carts}`,
    ],
    ['a filter', { filter: fail }, 'filter', threw],
  ])('names the id for which %s fails, and no message that may be secret', (_, options, path, message) => {
    const show = (): unknown => showFleet(fleet, { ids: [ids.carts, ids.sessions], ...options });
    expect(show).toThrow(expect.objectContaining({ code: 'invalid-request', issues: [{ path, message }] }));
    expect(show).not.toThrow(/canary/);
  });
});

it('showComparison lists changed fields and use with amounts that differ, and added and removed databases', () => {
  const snapshot = dehydrate(busy.fleet);
  type Saved = EntrySnapshot<Database>;
  const [sessions, carts, search] = snapshot.databases as [Saved, Saved, Saved];
  // An empty, a null and an absent value look the same, as two amounts may in larger units.
  const empty = { ...carts, record: { ...carts.record, modifying_state: '', note: '' } };
  const fields = { db_max_clients: 7, tls: false, db_memory_threshold: 2 ** 26 + 1, modifying_state: null };
  const changed = { ...carts, record: { ...carts.record, ...fields } };
  const used = snapshot.usage.map((each) =>
    each.id === ids.carts && each.field === 'db_memory_threshold' ? { ...each, used: 5 } : each,
  );
  const before = { ...snapshot, databases: [sessions, empty] } as FleetSnapshot;
  // A limit that only a newer version knows.
  const newer = { ...used[0], resource: 'database', id: ids.carts, field: 'db_max_future', used: 7 };
  const after = { ...snapshot, databases: [changed, search], usage: [...used, newer] } as FleetSnapshot;
  expect(cellsOf(showComparison(before, after), 'id', 'change', 'field', 'before', 'after')).toEqual([
    [ids.carts, 'changed', 'tls', 'yes', 'no'],
    [ids.carts, 'changed', 'db_max_clients', '1,000', '7'],
    [ids.carts, 'changed', 'db_memory_threshold', '67,108,864', '67,108,865'],
    [ids.carts, 'changed', 'db_memory_threshold_used', '60.2 MiB', '5 bytes'],
    [ids.carts, 'changed', 'db_max_future_used', '–', '7'],
    [ids.search, 'added', '', '', 'fresh'],
    [ids.sessions, 'removed', '', 'fresh', ''],
  ]);
  expect(String(showComparison(snapshot, structuredClone(snapshot)))).toContain('Nothing changed');
});

it('the lines of use get a scale of their own where the limit is far away', () => {
  const pageOf = (field: LimitField): string => htmlOf(showUsage(busy.fleet, ids.carts, { fields: [field] }));
  expect(pageOf('db_max_clients')).toContain('>limit 1,000<');
  expect(pageOf('db_request_limit')).not.toContain('>limit ');
});

describe('the time zone of a display', () => {
  const { fleet } = busy;
  const [index] = fleet.indices.all.value;
  const snapshots = [dehydrate(fleet), structuredClone(dehydrate(fleet))] as const;
  const created = snapshots[1].databases[0]?.record as { creation_time: number };
  created.creation_time += 3600;
  const timed: readonly (readonly [string, (options: TimeZoneOptions) => Display])[] = [
    ['a fleet', (options) => showFleet(fleet, options)],
    ['a record', (options) => showRecord(fleet.databases.entry(ids.carts).value, options)],
    ['limits', (options) => showLimits(fleet, options)],
    ['use', (options) => showUsage(fleet, ids.carts, options)],
    ['throughput', (options) => showThroughput(index, options)],
    ['a timeline', (options) => showTimeline(fleet, options)],
    ['a comparison', (options) => showComparison(...snapshots, options)],
    ['drift', (options) => showDrift(fleet, options)],
  ];

  it.each(timed)('of %s is in all its times, with their offset', (_, show) => {
    expect(textOf(show({}))).toMatch(/T\d\d:\d\d:\d\dZ/);
    const text = textOf(show({ timeZone: 'Asia/Kolkata' }));
    expect(text).toMatch(/T\d\d:\d\d:\d\d\+05:30/);
    expect(text).not.toMatch(/\d\dZ/);
  });

  it('is refused if it is unknown', () => {
    for (const timeZone of ['Mars/Olympus', '', 'constructor', 'x+01:00', 3 as never, {} as never])
      expect(() => showFleet(fleet, { timeZone })).toThrow('timeZone: expected the IANA name of a time zone');
  });
});

describe('the throughput of several indices', () => {
  const hours = (days: number, valueOf: (hour: number) => number): object[] =>
    Array.from({ length: days * 24 }, (_, hour) => ({
      x: new Date(Date.UTC(2026, 9, 19) + hour * 3_600_000).toISOString(),
      y: valueOf(hour),
    }));
  const index = (name: string, points: object[], limit = 500): never =>
    ({ id: name, name, throughput_vector: points, max_query_per_second: limit }) as never;
  const flat = hours(14, () => 10);
  const daily = hours(14, (hour) => (hour % 24) * 10);
  const several = [index('small', flat), index('large', daily)];

  it('is one chart with a line for each, the highest first, and their limit', () => {
    const page = htmlOf(showThroughput(several, { limitField: 'max_query_per_second' }));
    expect(page.match(/<svg/g)).toHaveLength(1);
    expect(page.match(/<polyline/g)).toHaveLength(2);
    expect(page.match(/limit 500/g)).toHaveLength(1);
    expect(page.indexOf('large')).toBeLessThan(page.indexOf('small'));
    expect(htmlOf(showThroughput(several))).not.toContain('limit 500');
    expect(textOf(showThroughput([index('new', []), index('old', flat)]))).toContain('\nold: latest 10, peak 10');
    const many = Array.from({ length: 1007 }, (_, at) => index(`index-${at}`, flat.slice(0, 1)));
    expect(textOf(showThroughput(many))).toContain('and 1,001 more with lower peaks');
  });

  it('has the latest value as the page and the command show it', () => {
    const busiest = index('busiest', [...flat, { x: '2026-11-30T00:00:00Z', y: 12_345 }]);
    expect(textOf(showThroughput(busiest))).toContain('latest 12,345, peak 12,345, mean 46.6');
    expect(textOf(showRecord(busiest))).toContain('latest 12,345, peak 12,345');
  });

  it('has no zero before the first point of an index, where a sanitizer removes SVG', () => {
    const page = htmlOf(showThroughput([index('early', flat), index('late', flat.slice(7 * 24))]));
    expect(page).toMatch(/late: ·{20}█{20}</);
  });

  it('has a line for each of two indices of one name, or of long ids that begin alike, also in Vega-Lite', () => {
    const namesIn = ({ bundle }: Display): string[] => {
      const { data } = bundle[vegaLite] as { data: { values: { name: string }[] } };
      return [...new Set(data.values.map(({ name }) => name))];
    };
    const named = several.map((each, at) => ({ ...(each as object), id: `id-${at}`, name: 'x' }) as never);
    const display = showThroughput(named);
    expect(namesIn(display).toSorted()).toEqual(['x (id-0)', 'x (id-1)']);
    expect(htmlOf(display)).toContain('x (id-1)');
    const longIds = ['a', 'b'].map((end) => 'x'.repeat(60) + end);
    expect(namesIn(showThroughput(longIds.map((id) => index(id, flat))))).toEqual(longIds);
  });

  it('by weekday and hour is the sum of the means, by the clocks of the zone, also when they change', () => {
    const byHour = showThroughput(several, { by: 'weekday-hour', timeZone: 'Europe/Paris' });
    expect(cellsOf(byHour, 'weekday').join()).toMatch(/^Monday,.*,Sunday$/);
    // On 25 October 2026 the clocks go back: 00:00 and 01:00 UTC are both 02:00 in Paris, and 14:00 is 12:00 or 13:00 UTC.
    expect(cellsOf(byHour, '14')[0]).toEqual([10 + (120 + 130) / 2]);
    expect(cellsOf(byHour, '02')[6]).toEqual([10 + (0 + 10 + 10) / 3]);
    // A page applies the style of each display to all others.
    const page = htmlOf(showThroughput(several, { by: 'weekday-hour' }));
    expect(
      page.match(/[^{},]*\.fg-table[^{]*\bth\.fg-right/g)?.filter((rule) => !rule.includes(':has(.fg-heat)')),
    ).toEqual([]);
    const oneDay = hours(1, () => 1);
    expect(String(showThroughput([index('one', oneDay)], { by: 'weekday-hour' }))).toMatch(/Sunday( +–){24}/);
  });

  it('below 1 keeps its digits on the axis, and by weekday and hour', () => {
    const slow = index(
      'slow',
      hours(1, () => 0.03),
    );
    expect(htmlOf(showThroughput(slow))).toContain('>0.02<');
    expect(textOf(showThroughput(slow, { by: 'weekday-hour' }))).toMatch(/Monday( +0\.03){24}/);
  });

  it('of a history are the rows of its field throughput', () => {
    const history = historyOf(busy.fleet, { fields: ['throughput', 'max_query_per_second'] });
    const text = textOf(showThroughput(history, { limitField: 'max_query_per_second' }));
    expect(text).toContain('peak 80.75');
    expect(text).toContain('points from 2025-10-19T18:10:05Z');
    expect(() => showThroughput(historyOf(busy.fleet, { fields: ['state'] }))).toThrow('the field `throughput`');
  });

  it('of a history has each point once, and no row for another change', async () => {
    const row = (minute: number, throughput: number, max_query_per_second: number, resource = 'index') => ({
      ...{ time: Date.UTC(2025, 9, 19, 8, minute), id: 'songs', resource },
      ...{ throughput, max_query_per_second },
    });
    // At the minutes 3 and 5, only the limit changes.
    const rows = [row(0, 10, 1), row(1, 0, 1), row(2, 0, 1), row(3, 0, 2), row(4, 30, 2), row(5, 30, 3)];
    expect(textOf(showThroughput(await historyFrom(rows)))).toMatch(/: 4 points .*\n.* latest 30, peak 30, mean 10/);
    const empty = await historyFrom([row(0, 1, 1, 'database')]);
    expect(textOf(showThroughput(empty))).toContain('The history has no vector index.');
  });

  it('of own data has a point for each row, also if a column that api.md does not have changes', async () => {
    const rows = [10, 10, 40].map((throughput, minute) => ({
      ...{ time: Date.UTC(2025, 9, 19, 8, minute), id: 'songs', resource: 'index' },
      ...{ throughput, latency_ms: minute },
    }));
    expect(textOf(showThroughput(await historyFrom(rows)))).toMatch(/: 3 points .*\n.* latest 40, peak 40, mean 20/);
  });

  it('tells how many values of a malformed series are left out, each once', () => {
    const malformed = Array.from({ length: 150 }, () => ({ x: 'yesterday', y: '7' }));
    const text = textOf(showThroughput([index('one', [...flat, ...malformed])]));
    expect(text).toContain('150 values not as documented: left out.');
  });
});

describe('a display of many databases', () => {
  it('has those that need attention first', () => {
    const shown = cellsOf(showFleet(busy.fleet, { limit: 4 }), 'id');
    expect(shown.flat()).toEqual([ids.carts, ids.search, ids.gone, ids.silent]);
  });

  it('is bounded, and says how many rows it leaves out, with a separator of thousands', () => {
    const known = Array.from({ length: 1062 }, (_, at) => `db-${at}`);
    const { fleet } = createRestingFleet(known);
    for (const [at, id] of known.entries()) {
      upsertDatabase(fleet, { ...sampleDatabase, database_id: id, database_name: `name-${at}` });
      reportUsage(fleet, 'database', id, { db_max_clients: 9000 });
    }
    for (const display of [showFleet(fleet), showTimeline(fleet), showLimits(fleet, { worst: 50 })]) {
      expect(textOf(display)).toContain('and 1,012 more');
      expect(htmlOf(display)).toContain('and 1,012 more');
      expect(JSON.stringify(display.bundle).length).toBeLessThan(120_000);
    }
    expect(textOf(showLimits(fleet, { worst: 10_000 }))).toMatch(/^Fullest limits: 1,062 \w+\n/);
  });
});

it('a fleet of indices alone has no active ones, since an index has no state', async () => {
  const { fleet, answers } = createRestingFleet();
  answers.set('indices', sampleVectorIndices(2));
  await fleet.indices.refresh();
  expect(textOf(showFleet(fleet))).toMatch(/^Fleet: All 2 vector indices are listed\n/);
});

it('a fleet has a row for each of a database and an index that have the same id', async () => {
  const { fleet, answers } = createRestingFleet(['both']);
  upsertDatabase(fleet, { ...sampleDatabase, database_id: 'both', database_name: 'orders' });
  const [index] = sampleVectorIndices(1);
  answers.set('indices', [{ ...index, id: 'both', name: 'songs' }]);
  await fleet.indices.refresh();
  for (const display of [showFleet(fleet), showFleet(fleet, { ids: ['both'] })])
    expect(cellsOf(display, 'id', 'name', 'resource')).toEqual([
      ['both', 'orders', 'database'],
      ['both', 'songs', 'index'],
    ]);
});

it('a fleet that reads nothing calls its databases not loaded, in its sentence and in each row', () => {
  const { fleet } = createRestingFleet(['a', 'b']);
  expect(textOf(showFleet(fleet))).toMatch(/^Fleet: 2 databases, not loaded\n.*\na +not loaded .*\nb +not loaded /);
});

it('the fullest limits of a fleet leave out a database that the service no longer has', async () => {
  const { fleet, answers, refresh } = createRestingFleet(['kept', 'gone']);
  for (const id of ['kept', 'gone']) {
    answers.set(id, { ...sampleDatabase, database_id: id, database_name: `${id} one`, db_max_clients: 100 });
    await refresh(id);
    reportUsage(fleet, 'database', id, { db_max_clients: id === 'gone' ? 99 : 10 });
  }
  answers.delete('gone');
  await refresh('gone');
  expect(textOf(showLimits(fleet))).toMatch(/kept one.*10 %/);
  expect(textOf(showLimits(fleet))).not.toContain('gone');
  expect(textOf(showLimits(fleet, { id: 'gone' }))).toContain('99 %');
});

describe('a display without anything to show', () => {
  const { fleet } = createSampleFleet();
  afterAll(() => fleet.dispose());
  const empty = dehydrate(fleet);
  const newIndex = { id: 'new', throughput_vector: [] } as never;

  it.each([
    ['a fleet', () => showFleet(fleet), 'No databases yet: '],
    ['limits', () => showLimits(fleet), 'No databases yet: '],
    ['limits of indices', () => showLimits(fleet, { resource: 'index' }), 'No vector index is known: '],
    ['limits of an unknown id', () => showLimits(fleet, { id: 'x' }), 'No record of x: its status is unknown.'],
    ['a timeline', () => showTimeline(fleet), 'No databases yet: '],
    ['no ids of a fleet', () => showFleet(fleet, { ids: [] }), 'The options leave out all databases'],
    ['a timeline of no ids', () => showTimeline(fleet, { ids: [] }), 'No id names a database.'],
    ['drift', () => showDrift(fleet), 'No databases yet: '],
    ['use', () => showUsage(fleet, 'x'), 'No use is known yet: '],
    ['a record', () => showRecord(undefined), 'No record yet: '],
    ['throughput', () => showThroughput(undefined), 'No record yet: '],
    ['throughput of no index', () => showThroughput([]), 'No vector index is known: '],
    ['throughput of a fleet', () => showThroughput(fleet), 'No vector index is known: '],
    ['throughput of two new indices', () => showThroughput([newIndex, newIndex]), 'No index has points.'],
    ['use in a history', () => showUsage(historyOfFacts(1, [[0, 'x']]), 'x'), 'capture fields such as db_max'],
    ['a comparison', () => showComparison(empty, empty), 'Nothing changed'],
  ])('of %s says why', (_, show, words) => {
    const display = show();
    expect(textOf(display)).toContain(words);
    expect(htmlOf(display)).toContain(words);
    // A notebook shows the text: there is no plot without data.
    expect(Object.keys(display.bundle)).not.toContain(vegaLite);
  });
});

describe('a display', () => {
  it('of a disposed fleet shows its last state', async () => {
    const { fleet } = await createBusyFleet();
    const before = String(showTimeline(fleet));
    fleet.dispose();
    expect(String(showFleet(fleet))).toContain('sessions');
    expect(String(showTimeline(fleet))).toBe(before);
  });

  it('of a history of own data takes each of its ids', async () => {
    const id = 'shop/cache\n1';
    const rows = [1e12, 1.1e12].map((time) => ({ time, id, state: 'active', db_max_clients_used: 3 }));
    const history = await historyFrom(rows);
    expect(textOf(showUsage(history, id))).toContain('shop/cache\\u000a1: from 2001-09-09');
    expect(textOf(showTimeline(history, { ids: [id] }))).toContain('active 1,157 d');
  });

  it('of one reading draws a dash, and a point in Vega-Lite', () => {
    const used = historyOfFacts(0, [[0, 'a', { db_max_clients_used: 3 }]], ['db_max_clients_used']);
    const { bundle } = showUsage(used, 'a');
    expect(bundle['text/plain']).not.toContain('?');
    expect(bundle['text/html']).toContain('points="500,9.09 508,9.09"');
    expect(bundle[vegaLite]).toMatchObject({ layer: [{ mark: { type: 'line', point: true } }] });
  });

  it('starts no polling and makes no id known', () => {
    const { fleet } = createSampleFleet();
    showFleet(fleet, { ids: ['x'] });
    showUsage(fleet, 'x');
    expect(fleet.databases.known.value).toEqual([]);
    fleet.dispose();
  });

  const { fleet } = createSampleFleet();
  const captured = capture(fleet);
  const wrong: readonly (readonly [string, () => Display, string, words?: string])[] = [
    ['a copy of a fleet', () => showFleet({ ...fleet }), 'fleet'],
    ['a promise of a history', () => showTimeline(Promise.resolve() as never), 'fleet', 'showTimeline expects'],
    ['drift of a copy of a fleet', () => showDrift({ ...fleet }), 'fleet', 'showDrift expects'],
    ['an unknown option', () => showFleet(fleet, { rows: 3 } as never), 'rows'],
    ['a limit of 10,001', () => showFleet(fleet, { limit: 10_001 }), 'limit', 'from 1 to 10000'],
    ['a credential as a column', () => showFleet(fleet, { columns: ['rest_token'] }), 'columns[0]', 'a credential'],
    ['no columns', () => showFleet(fleet, { columns: [] }), 'columns', 'expected a column'],
    ['a capture as a history', () => showTimeline(captured as never), 'history', 'pass its `.history`'],
    ['a history without states', () => showTimeline(historyOfFacts(1, [], [])), 'history', 'captured field `state`'],
    ['a capture for its use', () => showUsage(captured as never, 'x'), 'history', 'pass its `.history`'],
    ['a column without a title', () => showFleet(fleet, { columns: [{ value: () => 1 } as never] }), 'columns[0]'],
    ['an order that is no function', () => showFleet(fleet, { sort: 'name' as never }), 'sort', 'a function'],
    ['an unknown limit', () => showThroughput(undefined, { limitField: 'db_max_clients' as never }), 'limitField'],
    ['an invalid id', () => showTimeline(fleet, { ids: ['a/b'] }), 'ids[0]', 'must not contain a path separator'],
    ['an id with a slash', () => showLimits(fleet, { id: 'a/b' }), 'id', 'must not contain a path separator'],
    ['an id with a slash for its use', () => showUsage(fleet, 'a/b'), 'id', 'must not contain a path separator'],
    ['an unknown field', () => showUsage(fleet, 'x', { fields: ['disk' as never] }), 'fields[0]'],
    ['a view as a record', () => showRecord(fleet.databases.entry('x') as never), 'record', 'pass its `.value`'],
    ['a database as an index', () => showThroughput(sampleDatabase as never), 'record', 'a vector index'],
    ['an entry as an index', () => showThroughput(fleet.indices.entry('x').value as never), 'record', '`.record`'],
    ['invalid thresholds', () => showRecord(undefined, { thresholds: { warning: -1 } }), 'thresholds.warning'],
    ['thresholds for a fleet', () => showUsage(fleet, 'x', { thresholds: {} }), 'thresholds'],
    ['no id for a history', () => showUsage(historyOfFacts(1, []), undefined as never), 'id', 'expected an id'],
    ['a snapshot of another format', () => showComparison(dehydrate(fleet), { format: 2 } as never), 'after.format'],
  ];

  const cases = wrong.map(([name, show, path, words = '']) => ({ name, show, path, words }));
  it.each(cases)('refuses $name, and names its path and what to pass', ({ show, path, words }) => {
    const { code, issues, message } = errorOf(show);
    expect(code).toBe('invalid-request');
    expect(issues?.map((issue) => issue.path)).toContain(path);
    expect(message).toContain(words);
  });
});

describe('the Vega-Lite specification', () => {
  it.each(specs)('of %s renders without a warning, with its data inside and times in UTC alone', async (_, spec) => {
    expect(spec).toMatchObject({ $schema: 'https://vega.github.io/schema/vega-lite/v5.json', width: 'container' });
    expect(JSON.stringify(spec)).not.toMatch(/"url"|"href"|"expr"|"signal"/);
    const warnings: unknown[] = [];
    const logger = vega.logger(vega.Warn, 'warn', (_method, _level, words) => void warnings.push(...words));
    compile(spec, { logger });
    // The width of a container comes from a page.
    const compiled = compile({ ...spec, width: 600 } as TopLevelSpec, { logger }).spec;
    expect(JSON.stringify(compiled)).not.toMatch(/\btimeFormat\(|"type":"time"/);
    const view = new vega.View(vega.parse(compiled), { renderer: 'none', logger });
    expect(await view.toSVG()).toMatch(/^<svg/);
    view.finalize();
    expect(warnings).toEqual([]);
  });

  it('of use has the time of its tooltip as text', () => {
    const [, spec] = specs.find(([name]) => name === 'use') as [string, unknown];
    const [row] = (spec as { data: { values: { at: number; time: string }[] } }).data.values;
    expect(row?.time).toBe(new Date(row?.at ?? NaN).toISOString().replace(/\.\d+/, ''));
  });

  it('of use draws the forecast to the limit', async () => {
    const spec = specs.find(([name]) => name === 'use')?.[1] as unknown as {
      layer: { mark: { strokeDash?: number[] }; data?: { values: { y: number; name: string }[] } }[];
    };
    const forecast = spec.layer.find(({ mark }) => mark.strokeDash?.[0] === 4)?.data?.values ?? [];
    expect(forecast.map(({ name }) => name)).toEqual(['Memory', 'Memory']);
    expect(forecast.at(-1)?.y).toBe(1);
  });

  it('of bytes without a limit has the labels of the page', async () => {
    const facts = [0, 30].map((second): Fact => [second, 'a', { db_memory_threshold_used: 900 * 2 ** 20 }]);
    const used = historyOfFacts(60, facts, ['db_memory_threshold_used']);
    const { bundle } = showUsage(used, 'a');
    const spec = compile({ ...(bundle[vegaLite] as TopLevelSpec), width: 600 } as TopLevelSpec).spec;
    const svg = await new vega.View(vega.parse(spec), { renderer: 'none' }).toSVG();
    expect(svg.match(/>[\d.]+ MiB</g)).toEqual(['>200 MiB<', '>400 MiB<', '>600 MiB<', '>800 MiB<']);
    expect(bundle['text/html']).toContain('>800 MiB<');
  });
});
