import { describe, expect, it } from 'vitest';
import type { Database } from '../../../src/core/records/database.js';
import { decodeDatabase, decodeVectorIndices } from '../../../src/core/records/decode.js';
import { exactInt64 } from '../../../src/core/records/exact-int64.js';
import { driftOf } from '../../../src/core/records/drift-of.js';
import type { Drift } from '../../../src/core/records/drift.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { sampleVectorIndices } from '../../support/sample-vector-indices.js';
import { recordOf } from './record-of.js';

const text = (changes: object = {}): string => JSON.stringify({ ...sampleDatabase, ...changes });
const decode = (changes?: object, previous?: Database): Database => recordOf(decodeDatabase(text(changes), previous));
const paths = (drift: readonly Drift[]): string[] => drift.map(({ path }) => path);

describe('a database', () => {
  it('names all missing and mistyped fields at once, at any depth', () => {
    const addons = { ...sampleDatabase.securityAddons, vpcPeering: 'no', privateLink: undefined };
    const changes = { port: '6379', tls: undefined, all_members: ['us-east-1', 7], securityAddons: addons };
    expect(decodeDatabase(text(changes)).drift).toEqual([
      { path: 'port', kind: 'wrong-type', expected: 'int64' },
      { path: 'tls', kind: 'missing', expected: 'boolean' },
      { path: 'all_members[1]', kind: 'wrong-type', expected: 'string' },
      { path: 'securityAddons.vpcPeering', kind: 'wrong-type', expected: 'boolean' },
      { path: 'securityAddons.privateLink', kind: 'missing', expected: 'boolean' },
    ]);
  });

  it.each(['', '.', '..', 'a/b', 'a\\b', 'a\u0000', '\ud800', 'x'.repeat(257), 7, null, ['a'], undefined])(
    'is refused with the id %j, which is not repeated, also after an earlier record',
    (database_id) => {
      const drift = [{ path: 'database_id', kind: 'wrong-type', expected: 'identifier' }];
      for (const previous of [undefined, sampleDatabase, {} as Database])
        expect(decodeDatabase(text({ database_id }), previous)).toEqual({ record: undefined, drift });
    },
  );

  it.each(['', '\ufeff{}', 'null', '7', '"a"', '[]', '[{"database_id":"a"}]', '{', '{}{}', '<html>', "{'a':1}"])(
    'is refused where the answer is %j',
    (answer) => {
      const { record, drift } = decodeDatabase(answer);
      expect(record).toBeUndefined();
      expect(drift).toHaveLength(1);
    },
  );

  it('has drift for a negative limit, a rounded limit, and both at once', () => {
    const changes = { db_max_clients: -1, db_lua_timeout: -1.5, db_disk_threshold: -(2 ** 53) - 4, budget: -5 };
    const drift = decodeDatabase(text(changes).replace('-9007199254740996', '-9007199254740997')).drift;
    expect(drift.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
      'db_max_clients negative-limit',
      'db_disk_threshold rounded-integer',
      'db_disk_threshold negative-limit',
      'db_lua_timeout wrong-type',
    ]);
  });

  it('has drift of kind wrong-type for a number that is not an int64', () => {
    const answer = text().replace('"port":31284', '"port":1e22').replace('"budget":360', '"budget":1e400');
    expect(decodeDatabase(answer).drift).toEqual([
      { path: 'port', kind: 'wrong-type', expected: 'int64' },
      { path: 'budget', kind: 'wrong-type', expected: 'int64' },
    ]);
  });

  it('survives JSON.stringify and structuredClone, and has no members beside its JSON', () => {
    const answer = text({ state: 'newer' }).replace('9007199254740991', '8024278031528736858');
    const record = recordOf(decodeDatabase(answer));
    expect(driftOf(record)).toHaveLength(2);
    expect(JSON.stringify(record)).toBe(JSON.stringify(JSON.parse(answer)));
    expect(structuredClone(record)).toStrictEqual(JSON.parse(answer));
    expect(Reflect.ownKeys(record)).toEqual(Object.keys(JSON.parse(answer)));
    expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
  });
});

describe('a database with a predecessor', () => {
  it('is the same object for an equal answer, with any white space and order', () => {
    const first = decode({ state: 'newer' });
    expect(decode({ state: 'newer' }, first)).toBe(first);
    const reordered = Object.fromEntries(Object.entries(JSON.parse(text({ state: 'newer' }))).toReversed());
    const again = decodeDatabase(JSON.stringify(reordered, null, 2), first);
    expect(again.record).toBe(first);
    expect(again.drift).toBe(driftOf(first));
  });

  it('has one drift for a rounded integer that was another rounded integer before', () => {
    const first = recordOf(decodeDatabase(text().replace('9007199254740991', '8024278031528736858')));
    const second = recordOf(decodeDatabase(text().replace('9007199254740991', '7024278031528736857'), first));
    expect(paths(driftOf(second))).toEqual(['db_request_limit']);
    expect(exactInt64(second, 'db_request_limit')).toBe(7024278031528736857n);
  });
});

describe('a list of vector indices', () => {
  const list = sampleVectorIndices(4);
  const decodeList = (value: unknown, previous?: Parameters<typeof decodeVectorIndices>[1]) => {
    const { records, drift } = decodeVectorIndices(JSON.stringify(value), previous);
    return { records: records ?? [], drift };
  };

  it('is the same list with the same drift for an equal answer', () => {
    const answer = [list[0], { ...list[1], region: 'newer' }];
    const first = decodeList(answer);
    const second = decodeList(answer, first.records);
    expect(second.records).toBe(first.records);
    expect(driftOf(second.records)).toEqual(first.drift);
    expect(paths(first.drift)).toEqual(['[1].region']);
  });

  it('is a new list with shared elements after an element changed, came, went or moved', () => {
    const first = decodeList(list).records;
    const expected = [
      [list.with(1, { ...list[1], name: 'other' } as never), [first[0], undefined, first[2], first[3]]],
      [
        [...list, ...sampleVectorIndices(5).slice(4)],
        [...first, undefined],
      ],
      [list.slice(1), first.slice(1)],
      [list.toReversed(), first.toReversed()],
    ] as const;
    for (const [answer, shared] of expected) {
      const { records } = decodeList(answer, first);
      expect(records).toEqual(answer);
      expect(records).not.toBe(first);
      records.forEach((record, at) => {
        if (shared[at] === undefined) expect(first).not.toContain(record);
        else expect(record).toBe(shared[at]);
      });
    }
  });

  it.each([
    ['[1]', 7],
    ['[1]', null],
    ['[1]', [list[1]]],
    ['[1].id', { id: '' }],
    ['[1].id', { ...list[1], id: '..' }],
    ['[1].id', { name: 'no id' }],
  ])('is refused with an element without a usable id, and names it: %s, %j', (path, element) => {
    const { records: previous } = decodeList(list);
    for (const before of [undefined, previous]) {
      const { records, drift } = decodeVectorIndices(JSON.stringify([list[0], element, list[2], 7]), before);
      expect(records).toBeUndefined();
      expect(drift).toEqual([{ path, kind: 'wrong-type', expected: path === '[1]' ? 'Object' : 'identifier' }]);
    }
    expect(decodeList(list, previous).records).toBe(previous);
  });

  it('contains the first of several elements with one id', () => {
    const twins = [list[0], { ...list[0], name: 'twin' }, list[1], list[0]];
    const first = decodeList(twins);
    expect(first).toEqual({ records: [list[0], list[1]], drift: [] });
    expect(decodeList(twins, first.records).records).toBe(first.records);
    expect(decodeList(twins.slice(1), first.records).records).toEqual(twins.slice(1, 3));
  });

  it('is refused if the answer is not a list, also after another list, or a list whose text is not known', () => {
    const { records: before } = decodeList(list);
    for (const answer of ['', '{}', 'null', '"[]"', '[', '[]]', `[${JSON.stringify(list[0])},]`])
      for (const previous of [undefined, before, [...before]])
        expect(decodeVectorIndices(answer, previous)).toEqual({
          records: undefined,
          drift: [{ path: '', kind: 'wrong-type', expected: 'Array' }],
        });
  });

  it('has separate drift for each element', () => {
    const answer = [{ ...list[0], name: 7 }, { ...list[1], region: 'newer' }, list[2]];
    const { records, drift } = decodeList(answer);
    expect(records.map((record) => paths(driftOf(record)))).toEqual([['name'], ['region'], []]);
    expect(paths(drift)).toEqual(['[0].name', '[1].region']);
    expect(driftOf(records)).toEqual(drift);
  });
});
