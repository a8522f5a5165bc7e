import { describe, expect, it } from 'vitest';
import { pastForecastsOf, usesByResource, type UseReading } from '../../../src/notebook/backtest/past-forecasts.js';
import { historyOf, START } from '../sample-histories.js';

const MINUTE = 60_000;
const DAY = 86_400_000;

const readingsOf = (
  facts: readonly (readonly [minute: number, used: number, limit?: number | undefined])[],
): UseReading[] => facts.map(([minute, used, limit]) => ({ at: START + minute * MINUTE, used, limit }));

/** Each reading below its limit, with the reading that reached it and the one before, in minutes after the start. */
function futuresOf(
  readings: readonly UseReading[],
  field: Parameters<typeof pastForecastsOf>[0] = 'db_memory_threshold',
) {
  const minutesOf = (at: number): number => (at - START) / MINUTE;
  return pastForecastsOf(field, { readings, to: START + 2 * DAY }, () => true).map(({ at, reachedAfter, reachedAt }) =>
    [at, reachedAfter, reachedAt].map(minutesOf),
  );
}

it('reads the use of a limit by resource, also of two with one id, until the resource is gone', () => {
  const [limit, used] = ['db_memory_threshold', 'db_memory_threshold_used'] as const;
  const to = START + 60_000;
  const texts = historyOf(60, [[0, 'a', { [limit]: '1000', [used]: 5 }]], [limit, used]);
  expect([...usesByResource(texts, limit).values()]).toEqual([
    { readings: [{ at: START, used: 5, limit: undefined }], to },
  ]);
  const history = historyOf(
    60,
    [
      [0, 'a', { [limit]: 1000, [used]: 5 }],
      [1, 'a', { [limit]: 1000 }],
      [2, 'a', { [used]: 6 }, 'missing'],
      [3, 'a', { [used]: 6 }],
      [4, 'a', { [used]: 7 }, 'fresh', 'index'],
      [5, 'a', {}, 'missing', 'index'],
      [8, 'a', {}, 'forgotten', 'index'],
    ],
    [limit, used],
  );
  const readings = [
    { at: START, used: 5, limit: 1000 },
    { at: START + 3000, used: 6, limit: undefined },
  ];
  expect([...usesByResource(history, limit)]).toEqual([
    ['database a', { readings, to }],
    ['index a', { readings: [{ at: START + 4000, used: 7, limit: undefined }], to: START + 5000 }],
  ]);
});

describe('the future of a reading', () => {
  it('is the next reading that reaches the limit, unless the limit changes before', () => {
    const readings = readingsOf([
      [0, 500, 1000],
      [1, 600, 1000],
      [2, 1000, 1000],
      [3, 700, 1000],
      [4, 1200, 1000],
      [5, 100, 2000],
      [6, 2000, 2000],
      [7, 100, 1000],
      [8, 5000, 3000],
      [9, 5, undefined],
      [10, 5, 10],
    ]);
    expect(futuresOf(readings)).toEqual([
      [0, 1, 2],
      [1, 1, 2],
      [3, 3, 4],
      [5, 5, 6],
      [7, Infinity, Infinity],
      [10, Infinity, Infinity],
    ]);
  });

  it('ends with the period of a quota', () => {
    const reached = (minute: number) =>
      futuresOf(
        readingsOf([
          [5, 1, 10],
          [minute, 10, 10],
        ]),
        'max_daily_queries',
      );
    expect([reached(1439), reached(1440)]).toEqual([[[5, 5, 1439]], [[5, Infinity, Infinity]]]);
  });
});

/** Rises so that after an hour, the limit is forecast to be reached after 100 minutes: twice that time is over after 140. */
const rise = Array.from({ length: 61 }, (_, minute) => [minute, 500 + 5 * minute, 1000] as const);

it.each<[string, readonly (readonly [number, number, number])[], number, string]>([
  ['is open if the history ends before', [], 140 * MINUTE - 1, 'open'],
  ['is false if the history goes on', [], 140 * MINUTE, 'false'],
  ['is open if the limit changes before', [[139, 800, 2000]], DAY, 'open'],
  ['is false if the limit changes afterwards', [[140, 800, 2000]], DAY, 'false'],
  [
    'is a hit if the limit is reached after it',
    [
      [140, 800, 1000],
      [150, 1000, 1000],
    ],
    DAY,
    'hit',
  ],
  [
    'is false if the limit is reached too late',
    [
      [141, 800, 1000],
      [142, 1000, 1000],
    ],
    DAY,
    'false',
  ],
])('a forecast whose time has passed twice %s', (_, more, toMs, outcome) => {
  const use = { readings: readingsOf([...rise, ...more]), to: START + toMs };
  const past = pastForecastsOf('db_memory_threshold', use, () => true);
  const made = past.find(({ at }) => at === START + 60 * MINUTE);
  expect(made).toMatchObject({ forecast: { at: START + 100 * MINUTE }, outcome });
});
