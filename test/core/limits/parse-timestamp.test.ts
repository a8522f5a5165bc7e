import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTimestamp } from '../../../src/core/limits/throughput.js';

const second = Date.UTC(2025, 9, 19, 18, 33, 5);

describe('parseTimestamp', () => {
  it.each([
    ['2025-10-19 18:33:05.244068975 +0000 UTC', second + 244.068975],
    ['2025-10-19 18:33:05.244 +0000 UTC', second + 244],
    ['2025-10-19 18:33:05.2 +0000 UTC', second + 200],
    ['2025-10-19 18:33:05 +0000 UTC', second],
    ['2025-10-19 18:33:05 +0000', second],
    ['2025-10-19 18:33:05 UTC', second],
    ['2025-10-19 18:33:05 +0000 UTC m=+0.000012345', second],
    ['2025-10-20 00:03:05.5 +0530 IST', second + 500],
    ['2025-10-20 00:03:05 +05:30 IST', second],
    ['2025-10-20 00:18:05 +0545 +0545', second],
    ['2025-10-19 11:33:05.000000001 -0700 PDT', second + 0.000001],
    ['2025-10-19T18:33:05.244Z', second + 244],
    ['2025-10-20 18:32:05 +2359 XXX', second],
    ['2025-10-19T20:33:05+02:00', second],
    ['1969-12-31 23:59:59.5 +0000 UTC', -500],
    ['2024-02-29 00:00:00 +0000 UTC', Date.UTC(2024, 1, 29)],
    ['0001-01-01 00:00:00 +0000 UTC', -62_135_596_800_000],
    ['9999-12-31 23:59:59.999 +0000 UTC', Date.UTC(9999, 11, 31, 23, 59, 59, 999)],
  ])('reads %s', (text, expected) => {
    expect(parseTimestamp(text)).toBe(expected);
  });

  it.each([
    ['2025-02-29 00:00:00 +0000 UTC'],
    ['2025-13-01 00:00:00 +0000 UTC'],
    ['2025-00-01 00:00:00 +0000 UTC'],
    ['2025-10-19 24:00:00 +0000 UTC'],
    ['2025-10-19 18:60:00 +0000 UTC'],
    ['2025-10-19 18:33:60 +0000 UTC'],
    ['2025-10-19 18:33:05'],
    ['2025-10-19 18:33 +0000 UTC'],
    ['2025-10-19'],
    ['25-10-19 18:33:05 +0000 UTC'],
    ['2025-10-19 18:33:05. +0000 UTC'],
    ['2025-10-19 18:33:05,244 +0000 UTC'],
    ['2025-10-19 18:33:05 +0000 UTC '],
    [' 2025-10-19 18:33:05 +0000 UTC'],
    ['2025-10-19 18:33:05 +00 UTC'],
    ['2025-10-19 18:33:05 +0000 <b>'],
    ['2025-10-19 18:33:05 +0000 UTC\n2025-10-19 18:33:05 +0000 UTC'],
    ['2025-10-19 18:33:05 +2400 XXX'],
    ['2025-10-19 18:33:05 +2500 XXX'],
    ['2025-10-19 18:33:05 -9900'],
    ['2025-10-19 18:33:05 +0060 XXX'],
    ['2025-10-19T18:33:05+00:99'],
    ['1760898785'],
    [''],
    ['yesterday'],
  ])('does not read %j', (text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });

  it('reads any time at any offset, to the nanosecond as far as a number can represent it', () => {
    const times = fc.record({
      ms: fc.integer({ min: Date.UTC(1, 0, 2), max: Date.UTC(9998, 0) }),
      nanos: fc.integer({ min: 0, max: 999_999 }),
      offset: fc.integer({ min: -14 * 60, max: 14 * 60 }),
    });
    const two = (value: number): string => String(value).padStart(2, '0');
    fc.assert(
      fc.property(times, ({ ms, nanos, offset }) => {
        const local = new Date(ms + offset * 60_000).toISOString().replace('T', ' ').replace('Z', '');
        const hours = `${offset < 0 ? '-' : '+'}${two(Math.floor(Math.abs(offset) / 60))}${two(Math.abs(offset) % 60)}`;
        const text = `${local}${String(nanos).padStart(6, '0')} ${hours} XYZ`;
        expect(parseTimestamp(text)).toBeCloseTo(ms + nanos / 1_000_000, 9);
      }),
      { numRuns: 2000 },
    );
  });

  it('does not depend on the time zone of the process', () => {
    const source = `
      import { parseTimestamp } from './src/core/limits/throughput.ts';
      console.log(parseTimestamp('2025-03-30 02:30:00 +0100 CET'));`;
    const output = execFileSync('npx', ['tsx', '--input-type=module', '-e', source], {
      cwd: new URL('../../..', import.meta.url),
      env: { ...process.env, TZ: 'Europe/Berlin' },
      encoding: 'utf8',
    });
    expect(Number(output)).toBe(Date.UTC(2025, 2, 30, 1, 30));
  });

  it('takes linear time for a hostile text', () => {
    const long = '1'.repeat(100_000);
    expect(parseTimestamp(`2025-10-19 18:33:05.${long} +0000 UTC m=+${long}x`)).toBeUndefined();
  });
});
