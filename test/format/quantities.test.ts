import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatCompactCount,
  formatCount,
  formatMilliseconds,
  formatNanoseconds,
  formatUnixTime,
  type Quantity,
} from '../../src/format/index.js';
import { named, notAnObject } from '../support/hostile-values.js';
import { describeShare, describeUse } from '../../src/format/describe-use.js';
import { describeThroughput } from '../../src/format/describe-throughput.js';
import { describeCountdown, describeDuration } from '../../src/format/describe-duration.js';

const formatters = {
  formatBytes,
  formatCompactCount,
  formatCount,
  formatMilliseconds,
  formatNanoseconds,
  formatUnixTime,
} satisfies Readonly<Record<string, (quantity: Quantity) => string>>;

it.each<[name: keyof typeof formatters, quantity: Quantity, text: string]>([
  ['formatCount', 8_024_278_031_528_736_858n, '8,024,278,031,528,736,858'],
  ['formatCount', 1000, '1,000'],
  ['formatCount', 0.125, '0.125'],
  ['formatCompactCount', 1234, '1.2K'],
  ['formatCompactCount', 2_147_483_648, '2.1bn'],
  ['formatCompactCount', 9_223_372_036_854_775_807n, '9,223,372tn'],
  ['formatCompactCount', -0.01, '0'],
  ['formatBytes', 1, '1 byte'],
  ['formatBytes', 1024, '1 KiB'],
  ['formatBytes', 1_048_575, '1 MiB'],
  ['formatBytes', 1_610_612_736, '1.5 GiB'],
  ['formatBytes', 9_223_372_036_854_775_807n, '8 EiB'],
  ['formatBytes', -0, '0 bytes'],
  // Only -1 is unlimited.
  ['formatBytes', -1, 'unlimited'],
  ['formatBytes', -1n, 'unlimited'],
  ['formatBytes', -1.5, '-1.5 bytes'],
  ['formatNanoseconds', 1500, '1.5 μs'],
  ['formatNanoseconds', 59_999_000_000, '1 min'],
  ['formatNanoseconds', -1_500_000_000, '-1.5 sec'],
  ['formatMilliseconds', 90_000n, '1.5 min'],
  ['formatUnixTime', 1_752_649_602, '2025-07-16T07:06:42Z'],
  // An invalid time is a count.
  ['formatUnixTime', 1e15, '1,000,000,000,000,000'],
])('%s shows %s as %s', (name, quantity, text) => {
  expect(formatters[name](quantity)).toBe(text);
});

describe.each(Object.entries(formatters))('%s', (_, format) => {
  it.each(named([undefined, NaN, '1024', new Date(0), ...notAnObject.filter((value) => typeof value !== 'number')]))(
    'shows %s as unknown',
    (_name, value) => {
      expect(format(value() as Quantity)).toBe('–');
    },
  );

  it('shows an amount above the largest number as infinite', () => {
    expect(format(Infinity)).toBe('∞');
    expect(format(-Infinity)).toBe('-∞');
  });

  it('never throws, and never returns an empty text', () => {
    const anyNumber = fc.oneof(fc.double(), fc.bigInt(), fc.bigInt({ min: 10n ** 400n, max: 10n ** 401n }));
    fc.assert(fc.property(fc.oneof(anyNumber, fc.anything()), (value) => format(value as Quantity).length > 0));
  });
});

it.each([
  [{ used: 61_865_984, limit: 67_108_864, unit: 'bytes' }, '59 MiB of 64 MiB'],
  [{ used: 5 * 2 ** 30, limit: 'unlimited', unit: 'bytes/month' }, '5 GiB, unlimited'],
  [{ used: 812, limit: 1000, unit: 'connections' }, '812 of 1,000'],
  [{ used: 898_754, limit: 2_000_000, unit: 'vectors' }, '898,754 of 2M'],
  [{ used: 250e6, limit: 5e9, unit: 'nanoseconds' }, '250 ms of 5 sec'],
  [{ used: 7, limit: undefined, unit: 'commands' }, '7 of ?'],
  [{ used: 4130, limit: 2 ** 63, unit: 'commands' }, '4,130, practically unlimited'],
  [{ limit: 'unlimited', unit: 'bytes/month' }, 'unlimited'],
  [{ limit: 2 ** 53 - 1, unit: 'commands' }, '9007.2tn'],
  [{ limit: 2 ** 53, unit: 'commands' }, 'practically unlimited'],
  [{ limit: undefined, unit: 'connections' }, 'unknown'],
] as const)('describeUse describes %o', (usage, expected) => {
  expect(describeUse(usage)).toBe(expected);
});

it('describeShare rounds a ratio down to a whole percentage, so that only a full limit shows 100 %', () => {
  expect([0.57, 0.999, 1, 250, Infinity].map(describeShare)).toEqual(['57 %', '99 %', '100 %', '>999 %', '∞ %']);
});

it('describeThroughput shows a whole number below a million in full, and any other number with four digits', () => {
  expect([12_345, 1_234_567, 17.266, undefined].map(describeThroughput)).toEqual(['12,345', '1,235,000', '17.27', '–']);
});

it('describeDuration rounds down to a whole unit, and shows a negative length as 0 s', () => {
  const lengths = [-5000, 59_999, 60_000, 7_200_000, 90 * 86_400_000];
  expect(lengths.map(describeDuration)).toEqual(['0 s', '59 s', '1 min', '2 h', '90 d']);
});

it('describeCountdown rounds up, to 1 s at least', () => {
  const times = [2100, 0, -50, 60_001].map((left) => describeCountdown(5000 + left, 5000));
  expect(times).toEqual(['3 s', '1 s', '1 s', '1 min']);
});
