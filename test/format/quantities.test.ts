import { describe, expect, it } from 'vitest';
import { formatBytes, formatCount, formatNanoseconds, formatUnixTime } from '../../src/format/quantities.js';

describe('quantities for people', () => {
  it('shows every digit of a count', () => {
    expect(formatCount(8_024_278_031_528_736_858n)).toBe('8,024,278,031,528,736,858');
    expect(formatCount(1000)).toBe('1,000');
    expect(formatCount(-1)).toBe('-1');
    expect(formatCount(0.125)).toBe('0.125');
  });

  it.each([
    [0, '0 bytes'],
    [1023, '1,023 bytes'],
    [1024, '1 KiB'],
    [262_144_000, '250 MiB'],
    [1_610_612_736, '1.5 GiB'],
    [2 ** 60, '1 EiB'],
    [9_223_372_036_854_775_807n, '8 EiB'],
    [-1024, '-1 KiB'],
  ])('shows %d bytes as %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it.each([
    [0, '0 ns'],
    [999, '999 ns'],
    [1500, '1.5 μs'],
    [250_000_000, '250 ms'],
    [5_000_000_000, '5 sec'],
    [900_000_000_000, '15 min'],
    [21_600_000_000_000, '6 hr'],
    [172_800_000_000_000, '2 days'],
  ])('shows %d nanoseconds as %s', (nanoseconds, text) => {
    expect(formatNanoseconds(nanoseconds)).toBe(text);
  });

  it('shows Unix seconds as a time in UTC, and a number that is no time as it is', () => {
    expect(formatUnixTime(1_752_649_602)).toBe('2025-07-16T07:06:42Z');
    expect(formatUnixTime(1e15)).toBe('1,000,000,000,000,000');
    expect(formatUnixTime(9_223_372_036_854_775_807n)).toBe('9,223,372,036,854,775,807');
  });
});
