import { describe, expect, it } from 'vitest';
import { showUsage } from '../../../src/notebook/index.js';
import { usageLinesOfHistory } from '../../../src/notebook/displays/usage-lines.js';
import type { History } from '../../../src/notebook/history/history.js';
import { type Fact, historyOf, START } from '../sample-histories.js';
import { hoursOfWeek } from '../../../src/notebook/displays/hours-of-week.js';
import { utc } from '../../../src/notebook/display/text.js';

const MINUTE = 60_000;

/** A history of a database whose memory grows, beside one that has no use. */
function growingHistory(
  fields = ['state', 'db_memory_threshold', 'db_memory_threshold_used', 'db_max_clients_used'],
): History {
  const growing = Array.from({ length: 60 }, (_, minute): Fact => {
    const uses = { db_memory_threshold_used: 600 + minute * 5, db_max_clients_used: 40 + (minute % 3) };
    return [minute * 60, 'growing', { state: 'active', db_memory_threshold: 1000, ...uses }];
  });
  return historyOf(70 * 60, [[0, 'idle', { state: 'active' }], ...growing], fields);
}

describe('the use in a history', () => {
  const { lines } = usageLinesOfHistory(growingHistory(), 'growing');

  it('has a share where the limit was captured too', () => {
    expect(lines.map(({ field, limit }) => [field, limit.ratio])).toEqual([
      ['db_memory_threshold', 0.895],
      ['db_max_clients', undefined],
    ]);
  });

  it('holds until the end of the history', () => {
    expect(lines[0]?.points.at(-1)).toEqual({ at: START + 70 * MINUTE, value: 895 });
  });

  it('has the forecast of a fleet', () => {
    const reached = START + 80 * MINUTE;
    expect(Math.abs((lines[0]?.limit.exhaustsAt ?? 0) - reached)).toBeLessThan(MINUTE);
  });

  it('of a database and an index with one id is that of the database', () => {
    const values = { db_max_clients: 10, db_max_clients_used: 4, max_daily_queries: 100, max_daily_queries_used: 50 };
    const both = historyOf(
      60,
      [
        [0, 'one', values],
        [0, 'one', values, 'fresh', 'index'],
        [0, 'two', values, 'fresh', 'index'],
      ],
      Object.keys(values),
    );
    const usesOf = (id: string) => usageLinesOfHistory(both, id).lines.map(({ field, limit }) => [field, limit.ratio]);
    expect(usesOf('one')).toEqual([['db_max_clients', 0.4]]);
    expect(usesOf('two')).toEqual([['max_daily_queries', 0.5]]);
  });
});

describe('showUsage of a history', () => {
  it('has the status and the lines of the given thresholds', () => {
    const display = showUsage(growingHistory(), 'growing', { thresholds: { warning: 0.5, critical: 0.85 } });
    expect(String(display)).toContain('critical');
    expect(display.bundle['text/html']).toContain('critical 85 %');
    expect(JSON.stringify(display.bundle['application/vnd.vegalite.v5+json'])).toContain('{"y":0.85}');
  });

  it('shows what to capture where there is no use', () => {
    expect(String(showUsage(growingHistory(['state']), 'growing'))).toContain(
      'capture fields such as db_max_clients_used',
    );
  });

  it('names the fields whose use is not known', () => {
    const display = showUsage(growingHistory(), 'growing', { fields: ['db_memory_threshold', 'db_disk_threshold'] });
    expect(String(display)).toContain('No use is known of db_disk_threshold.');
  });
});

const DAY = 1440 * MINUTE;
const MONDAY = Date.UTC(2026, 2, 2, 9);

it('the hours of a week count each hour once, so that a repeated point changes no mean', () => {
  const points = [
    { at: MONDAY, value: 10 },
    { at: MONDAY + 7 * DAY, value: 30 },
  ];
  const repeated = Array.from({ length: 50 }, (_, minute) => ({ at: MONDAY + minute * MINUTE, value: 10 }));
  for (const series of [points, [...repeated, ...points.slice(1)]])
    expect(hoursOfWeek([series], utc)[0]?.means.slice(8, 11)).toEqual([NaN, 20, NaN]);
});

it('the hours of a week of a series before 1970 and in a zone of half hours are those of its clocks', () => {
  const zone = { ...utc, offsetMs: () => 330 * MINUTE };
  const points = [{ at: Date.UTC(1969, 11, 29, 3, 40), value: 7 }];
  expect(hoursOfWeek([points], zone)[0]?.means.slice(8, 11)).toEqual([NaN, 7, NaN]);
});
