import { createFleet, type Fleet, activityOf, createDatabase } from 'fleetglass';
import { filter, firstValueFrom } from 'rxjs';
import { expect, test } from 'vitest';
import { commands } from 'vitest/browser';
import { createRequest } from '../support/requests.js';
import { setVisibility } from './set-visibility.js';

const setUp = () => {
  const reads: string[] = [];
  const fleet = createFleet({
    baseUrl: '/proxy',
    polling: { cadence: () => 5, perSecond: 10_000, burst: 10_000 },
    fetch(url, init) {
      reads.push(new URL(url).pathname);
      return fetch(url, init);
    },
  });
  // The browser command `goOfflineUntil` waits for this attribute.
  fleet.polling.status.subscribe(({ state }) => (document.body.dataset['polling'] = state));
  return { fleet, reads };
};

async function expectPolls(fleet: Fleet): Promise<void> {
  const answer = activityOf(fleet).pipe(filter(({ kind }) => kind === 'answer'));
  expect(await firstValueFrom(answer)).toMatchObject({ operation: 'get-database' });
}

test('polling pauses while the page is hidden, and resumes when the page is shown', async () => {
  const { fleet, reads } = setUp();
  using _ = fleet;
  await createDatabase(fleet, createRequest);
  await expectPolls(fleet);

  setVisibility('hidden');
  expect(fleet.polling.status.value).toMatchObject({ state: 'paused', reason: { code: 'hidden' } });
  reads.length = 0;
  // Manual requests fill the time of several polls.
  for (let turn = 0; turn < 20; turn++) await fleet.indices.refresh();
  expect([...new Set(reads)]).toEqual(['/proxy/v2/vector/index']);

  setVisibility('visible');
  expect(fleet.polling.status.value).toMatchObject({ state: 'running' });
  await expectPolls(fleet);
});

test('polling pauses without a network, and resumes with a network', async () => {
  const { fleet } = setUp();
  using _ = fleet;
  await createDatabase(fleet, createRequest);
  const paused = firstValueFrom(fleet.polling.status.pipe(filter(({ state }) => state === 'paused')));
  await commands.goOfflineUntil('[data-polling=paused]');
  expect(await paused).toMatchObject({ reason: { code: 'offline' } });
  expect(navigator.onLine).toBe(true);
  await expectPolls(fleet);
});
