import { expect, test } from 'vitest';
import type { PollingOverload } from '../../../src/core/polling/polling-status.js';
import { createFleetUnderTest, idsUpTo } from './fleet-under-test.js';

test('the status shows both rates, and emits each change, while the known ids ask for more than the rate', async () => {
  const { fleet, advance } = createFleetUnderTest({ polling: { perSecond: 1 } });
  const { databases, polling } = fleet;
  databases.add(idsUpTo(60));
  await advance(120_000);
  const seen: (PollingOverload | undefined)[] = [];
  polling.status.subscribe(({ overloaded }) => {
    if (seen.length === 0 || overloaded?.askedPerSecond !== seen.at(-1)?.askedPerSecond) seen.push(overloaded);
  });
  const ends = [databases.track(idsUpTo(6), { everyMs: 10_000 })];
  await advance(60_000);
  ends.push(databases.track(idsUpTo(12), { everyMs: 10_000 }));
  await advance(60_000);
  for (const end of ends) end();
  databases.remove(idsUpTo(6));
  await advance(60_000);
  const allowedPerSecond = 1;
  expect(seen).toEqual([
    undefined,
    { askedPerSecond: 1.5, allowedPerSecond },
    { askedPerSecond: 2, allowedPerSecond },
    undefined,
  ]);
});

test('an overload ends below 95 % of the rate, so that it does not flap', async () => {
  const { fleet, advance } = createFleetUnderTest({ polling: { cadence: () => 1000 } });
  const { status } = fleet.polling;
  const isOverloaded = async (count: number): Promise<boolean> => {
    fleet.databases.remove(idsUpTo(20));
    fleet.databases.add(idsUpTo(count));
    await advance(10_000);
    return status.value.overloaded !== undefined;
  };
  const seen: boolean[] = [];
  for (const count of [10, 11, 10, 9, 10]) seen.push(await isOverloaded(count));
  expect(seen).toEqual([false, true, true, false, false]);
});

test('the list of vector indices counts, and ids that are never polled do not', async () => {
  const { fleet, advance } = createFleetUnderTest({
    polling: { perSecond: 0.01, cadence: ({ resource }) => (resource === 'database' ? Infinity : 50_000) },
  });
  fleet.databases.add(idsUpTo(10));
  await advance(1000);
  expect(fleet.polling.status.value.overloaded).toBeUndefined();
  fleet.indices.track();
  await advance(1000);
  expect(fleet.polling.status.value.overloaded).toEqual({ askedPerSecond: 0.02, allowedPerSecond: 0.01 });
});
