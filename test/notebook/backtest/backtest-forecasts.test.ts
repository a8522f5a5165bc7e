import { describe, expect, it } from 'vitest';
import { limitsOf, reportUsage, type LimitField } from '../../../src/index.js';
import { createFleet } from '../../../src/core/fleet/fleet.js';
import { backtestForecasts, generateHistory, showUsage } from '../../../src/notebook/index.js';
import { pastForecastsOf, usesByResource, type ResourceUse } from '../../../src/notebook/backtest/past-forecasts.js';
import type { History } from '../../../src/notebook/history/history.js';
import { databaseOf } from '../../core/fleet/scripted-service.js';
import { issuePaths } from '../../support/failure-of.js';
import { scaled } from '../../support/scale.js';
import { slow } from '../../support/slow.js';
import { historyOf, START, type Fact } from '../sample-histories.js';

const MINUTE = 60;
const FIELDS = ['db_memory_threshold', 'db_memory_threshold_used'];

/** A reading a minute of a database with a limit of 1000. */
const memory = (id: string, minutes: number, usedAt: (minute: number) => number): Fact[] =>
  Array.from({ length: minutes }, (_, minute): Fact => {
    return [minute * MINUTE, id, { db_memory_threshold: 1000, db_memory_threshold_used: usedAt(minute) }];
  });
const backtestOf = (facts: readonly Fact[], minutes = facts.length, options = {}) =>
  backtestForecasts(historyOf(minutes * MINUTE, facts, FIELDS), options);

/** Use that grows until the limit is reached after 100 minutes. */
const untilFull = memory('a', 120, (minute) => Math.min(1000, 500 + 5 * minute));

describe('backtestForecasts', () => {
  it('counts forecasts of a limit that is reached, with their error and interval', () => {
    const { scores } = backtestOf(untilFull, 120, { horizonMs: 3_600_000 });
    expect(scores).toEqual({
      db_memory_threshold: {
        resources: 1,
        readings: 100,
        expected: 60,
        // With less than a day watched, a forecast is at most an hour ahead.
        coverage: 1,
        forecasts: 60,
        falseAlarms: 0,
        open: 0,
        medianError: 0,
        intervalCoverage: 1,
      },
    });
  });

  it('makes the forecasts that a fleet makes', slow, async () => {
    const facts = memory('a', 420, (minute) => 100 + 2 * minute + 7 * Math.sin(minute));
    const history = historyOf(420 * MINUTE, facts, FIELDS);
    const use = usesByResource(history, 'db_memory_threshold').get('database a') as ResourceUse;
    const past = pastForecastsOf('db_memory_threshold', use, () => true);
    const time = { now: START };
    using fleet = createFleet({
      baseUrl: 'https://api.example.com',
      fetch: async () => Response.json(databaseOf('a', { db_memory_threshold: 1000 })),
      clock: { now: () => time.now, monotonic: () => time.now - START, schedule: () => () => {} },
    });
    await fleet.databases.refresh('a');
    const seen = use.readings.map(({ at, used }) => {
      time.now = at;
      reportUsage(fleet, 'database', 'a', { db_memory_threshold: used });
      return limitsOf(fleet, 'database', 'a').value.find(({ field }) => field === 'db_memory_threshold')?.exhaustsAt;
    });
    expect(past.map(({ forecast }) => forecast?.at)).toEqual(seen);
    expect(seen.filter((at) => at !== undefined).length).toBeGreaterThan(100);
  });

  it('takes at most as many readings as wanted, evenly spread, and says so', slow, () => {
    const backtest = backtestForecasts(generateHistory({ databases: 3, days: 1 }), { maxReadings: 300 });
    const readings = Object.values(backtest.scores).reduce((sum, score) => sum + score.readings, 0);
    expect(readings).toBeGreaterThan(200);
    expect(readings).toBeLessThanOrEqual(300);
    expect(String(backtest)).toMatch(/One of \d+ readings\./);
  });

  it('is bounded in time and memory', { ...slow, timeout: 120_000 }, () => {
    const databases = scaled({ short: 5, long: 500 });
    const history = generateHistory({ databases, days: 7, growth: 0.2, churn: 0 });
    const before = process.cpuUsage();
    expect(
      Object.keys(backtestForecasts(history, { maxReadings: scaled({ short: 500, long: 20_000 }) }).scores),
    ).toEqual(['db_max_clients', 'db_memory_threshold', 'db_disk_threshold'] satisfies LimitField[]);
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(60);
  });

  it('says which horizon it has, also one of parts of an hour', () => {
    const backtest = backtestOf(untilFull, 120, { horizonMs: 5_400_000 });
    expect(String(backtest)).toContain('the limit was reached within 1.5 hr. ');
  });

  it('is a table and bars, which name the limits', () => {
    const backtest = backtestOf(memory('a', 120, (minute) => 500 + 5 * minute));
    expect(String(backtest)).toMatch(/^Backtest of forecasts\nLimit +Resources +Readings[^\n]*\nMemory +1 +100 /);
    expect(String(backtest.plot)).toMatch(/Memory +Coverage +60 %\n/);
    expect(Object.keys(backtest.plot.bundle)).toContain('application/vnd.vegalite.v5+json');
  });

  it.each<[string, History]>([
    ['no rows', historyOf(60, [], FIELDS)],
    ['no use', historyOf(60, [[0, 'a', { state: 'active' }]])],
    [
      'a use without its limit',
      historyOf(60, [[0, 'a', { db_memory_threshold_used: 7 }]], ['db_memory_threshold_used']),
    ],
  ])('says what to capture for a history with %s', (_, history) => {
    const backtest = backtestForecasts(history);
    expect(backtest.scores).toEqual({});
    expect(String(backtest)).toContain('capture db_memory_threshold and db_memory_threshold_used');
    expect(String(backtest.plot)).toContain('capture db_memory_threshold and db_memory_threshold_used');
  });

  it('takes a history of one row, and shows no share without forecasts', () => {
    const backtest = backtestOf(memory('a', 1, () => 5));
    expect(backtest.scores.db_memory_threshold).toMatchObject({ readings: 1, forecasts: 0 });
    expect(String(backtest.plot)).toMatch(/False alarms +–$/m);
  });

  it('refuses invalid options', () => {
    const options = { horizonMs: 0, maxReadings: '7', horizon: 5 } as object;
    expect(issuePaths(() => backtestForecasts(historyOf(60, []), options))).toEqual([
      'horizonMs',
      'maxReadings',
      'horizon',
    ]);
  });
});

it('showUsage of a history shows the forecasts of a fleet and what happened', () => {
  const history = historyOf(120 * MINUTE, untilFull, FIELDS);
  expect(String(showUsage(history, 'a'))).toMatch(
    /\nMemory, forecast from 2026-03-01T00:40:00Z to 2026-03-01T01:39:00Z: full at 2026-03-01T01:40:00Z at first, at [^;]*; reached at 2026-03-01T01:40:00Z\.$/,
  );
});
