import { describe, expect, test } from 'vitest';
import { parseRetryAfter } from '../../../src/core/wire/retry-after.js';

const now = Date.UTC(1994, 10, 6, 8, 49, 37);
const date = 'Sun, 06 Nov 1994 08:49:37 GMT';

test.each([
  ['0', 0],
  ['1', 1000],
  ['120', 120_000],
  ['007', 7000],
  [' 5\t', 5000],
  ['1.5', 1500],
  ['0.0001', 1],
  ['9007199254740', 9_007_199_254_740_000],
  ['9007199254741', Number.MAX_SAFE_INTEGER],
  ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
])('%j is %d ms', (value, expected) => expect(parseRetryAfter(value, null, now)).toBe(expected));

describe('as a date', () => {
  test('is counted from now, and is 0 in the past', () => {
    expect(parseRetryAfter(date, null, now - 5000)).toBe(5000);
    expect(parseRetryAfter(date, '', now - 5000)).toBe(5000);
    expect(parseRetryAfter(` ${date} `, null, now)).toBe(0);
    expect(parseRetryAfter(date, null, now + 1)).toBe(0);
    expect(parseRetryAfter(date, null, now + 1e12)).toBe(0);
  });

  test('is counted from a Date header', () => {
    expect(parseRetryAfter('Sun, 06 Nov 1994 08:50:37 GMT', date, 0)).toBe(60_000);
    expect(parseRetryAfter('Sun, 06 Nov 1994 08:48:37 GMT', ` ${date}`, 0)).toBe(0);
    expect(parseRetryAfter('60', date, 0)).toBe(60_000);
  });

  test.each(['yesterday', '0', '1994-11-06T08:00:00Z', 'Sun'])('ignores the Date header %j', (header) => {
    expect(parseRetryAfter(date, header, now - 5000)).toBe(5000);
  });
});

test.each([
  null,
  '',
  ' ',
  'soon',
  '-1',
  '+5',
  '1.',
  '.5',
  '1.5.1',
  '5s',
  '٣',
  '2026-01-01T00:00:00Z',
  'Mon 5',
  'Sun, 06 Nov 1994 08:49:37',
  'Sunday, 06-Nov-94 08:49:37 GMT',
  'Sun Nov  6 08:49:37 1994',
  'Sun, 06 Nov 1994 08:49:37 +0200',
  'Sun, 06 Nov 1994 25:61:61 GMT',
  'Sun, 06 Xyz 1994 08:49:37 GMT',
  'Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT',
])('%j gives no delay', (value) => expect(parseRetryAfter(value, null, now)).toBeUndefined());
