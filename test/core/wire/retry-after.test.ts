import { describe, expect, test } from 'vitest';
import { parseRetryAfter } from '../../../src/core/wire/retry-after.js';

const now = Date.UTC(1994, 10, 6, 8, 49, 37);

/** One moment, in the three forms of RFC 9110, 5.6.7. */
const forms = ['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'];

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
  test.each(forms)('%s is counted from now, and is 0 in the past', (date) => {
    expect(parseRetryAfter(date, null, now - 5000)).toBe(5000);
    expect(parseRetryAfter(date, '', now - 5000)).toBe(5000);
    expect(parseRetryAfter(` ${date} `, null, now)).toBe(0);
    expect(parseRetryAfter(date, null, now + 1)).toBe(0);
    expect(parseRetryAfter(date, null, now + 1e12)).toBe(0);
  });

  test.each(forms)('is counted from a Date header in the form %s', (date) => {
    expect(parseRetryAfter('Sun, 06 Nov 1994 08:50:37 GMT', date, 0)).toBe(60_000);
    expect(parseRetryAfter('Sun, 06 Nov 1994 08:48:37 GMT', ` ${date}`, 0)).toBe(0);
    expect(parseRetryAfter('60', date, 0)).toBe(60_000);
  });

  test.each(['yesterday', '0', '1994-11-06T08:00:00Z', 'Sun'])('ignores the Date header %j', (date) => {
    expect(parseRetryAfter(forms[0] ?? '', date, now - 5000)).toBe(5000);
  });

  test('accepts a day of two digits in the asctime form', () => {
    expect(parseRetryAfter('Wed Nov 16 08:49:37 1994', null, now)).toBe(10 * 86_400_000);
  });

  test('does not depend on the time zone of the process', () => {
    const zone = process.env['TZ'];
    try {
      for (process.env['TZ'] of ['Pacific/Kiritimati', 'America/Los_Angeles', 'UTC']) {
        for (const date of forms) expect(parseRetryAfter(date, null, now - 5000)).toBe(5000);
      }
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
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
  'Sun, 06 Nov 1994 08:49:37 +0200',
  'Sun, 06 Nov 1994 25:61:61 GMT',
  'Sun, 06 Xyz 1994 08:49:37 GMT',
  'Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT',
])('%j gives no delay', (value) => expect(parseRetryAfter(value, null, now)).toBeUndefined());
