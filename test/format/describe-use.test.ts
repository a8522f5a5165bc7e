import { describe, expect, it } from 'vitest';
import { describeLimit, describeShare, describeUse } from '../../src/format/describe-use.js';

describe('describeUse', () => {
  it.each([
    [{ used: 61_865_984, limit: 67_108_864, unit: 'bytes' }, '59 MiB of 64 MiB'],
    [{ used: 829_000_000, limit: 2 ** 30, unit: 'bytes' }, '791 MiB of 1 GiB'],
    [{ used: 0, limit: 2 ** 30, unit: 'bytes/month' }, '0 bytes of 1 GiB'],
    [{ used: 5 * 2 ** 30, limit: 'unlimited', unit: 'bytes/month' }, '5 GiB, unlimited'],
    [{ used: 812, limit: 1000, unit: 'connections' }, '812 of 1,000'],
    [{ used: 898_754, limit: 2_000_000, unit: 'vectors' }, '898,754 of 2M'],
    [{ used: 250e6, limit: 5e9, unit: 'nanoseconds' }, '250 ms of 5 sec'],
    [{ used: 7, limit: undefined, unit: 'commands' }, '7 of ?'],
    [{ used: 4130, limit: 2 ** 63, unit: 'commands' }, '4,130, practically unlimited'],
    [{ used: 2 ** 20, limit: 2 ** 53, unit: 'bytes' }, '1 MiB, practically unlimited'],
    [{ limit: 'unlimited', unit: 'bytes/month' }, '?, unlimited'],
  ] as const)('%o', (usage, expected) => {
    expect(describeUse(usage)).toBe(expected);
  });
});

describe('describeLimit', () => {
  it.each([
    [2 ** 30, 'bytes', '1 GiB'],
    [2 ** 53 - 1, 'commands', '9007.2tn'],
    [2 ** 53, 'commands', 'practically unlimited'],
    ['unlimited', 'bytes/month', 'unlimited'],
  ] as const)('describes %s %s as %s', (limit, unit, expected) => {
    expect(describeLimit(limit, unit)).toBe(expected);
  });
});

describe('describeShare', () => {
  it.each([
    [0, '0 %'],
    [0.57, '57 %'],
    [0.999, '99 %'],
    [1, '100 %'],
    [1.25, '125 %'],
    [250, '>999 %'],
    [Infinity, '∞ %'],
  ])('describes the ratio %d as %s', (ratio, expected) => {
    expect(describeShare(ratio)).toBe(expected);
  });
});
