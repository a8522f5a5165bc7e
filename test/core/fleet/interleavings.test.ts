import { expect, test } from 'vitest';
import { abortListeners } from '../../support/abort-listeners.js';
import { failureOf } from '../../support/failure-of.js';
import { createRequest } from '../../support/requests.js';
import { createFleetUnderTest } from './fleet-under-test.js';

test('a subscriber that refreshes an id at each failure sends one request per answer after a 401', async () => {
  const { fleet, service, advance, errors } = createFleetUnderTest({ polling: { concurrency: 1 } });
  service.respond(() => ({ status: 401 }), 50);
  fleet.polling.pause();
  const ids = ['a', 'b', 'c', 'd'];
  let retries = 0;
  for (const id of ids)
    fleet.databases.entry(id).subscribe(({ error, fetching }) => {
      if (error === undefined || fetching) return;
      if ((retries += 1) > 1000) throw new Error('endless');
      fleet.databases.refresh(id).catch(() => {});
    });
  for (const id of ids) fleet.databases.refresh(id).catch(() => {});
  await advance(60);
  expect(errors).toEqual([]);
  expect(retries).toBe(4);
  expect(service.requests).toHaveLength(2);
});

test('a 401 is one change for all requests that wait: a subscriber sees them all failed', async () => {
  const { fleet, service, advance } = createFleetUnderTest({ polling: { concurrency: 1 } });
  service.respond(() => ({ status: 401 }), 50);
  const ids = ['a', 'b', 'c'];
  const calls = ids.map((id) => failureOf(fleet.databases.refresh(id)));
  const seen: unknown[] = [];
  fleet.databases.entry('b').subscribe(({ error }) => {
    if (error) seen.push(fleet.databases.entry('c').value.error?.code);
  });
  await advance(60);
  await Promise.all(calls);
  expect(seen).toEqual(['unauthorized']);
});

test('dispose in a subscriber leaves no listener on the signal of the refresh that notified it', async () => {
  const { fleet } = createFleetUnderTest();
  const { signal } = new AbortController();
  fleet.databases.entry('a').subscribe(({ fetching }) => fetching && fleet.dispose());
  fleet.polling.pause();
  expect((await failureOf(fleet.databases.refresh('a', { signal }))).code).toBe('disposed');
  expect(abortListeners(signal)).toBe(0);
});

test('creates that their callers abort in flight do not stop polling', async () => {
  const { fleet, service, advance } = createFleetUnderTest();
  service.respond(() => undefined);
  for (let nth = 0; nth < 3; nth++) {
    const controller = new AbortController();
    const failure = failureOf(fleet.databases.create(createRequest, { signal: controller.signal }));
    await advance(10);
    controller.abort();
    expect((await failure).code).toBe('outcome-unknown');
  }
  expect(fleet.polling.status.value).toMatchObject({ state: 'running', breaker: 'closed' });
});
