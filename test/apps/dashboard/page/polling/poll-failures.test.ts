import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { trackPollFailures } from '../../../../../src/apps/dashboard/page/polling/poll-failures.js';
import { kernelOf } from '../../../../../src/core/fleet/kernel.js';
import { createFleet, FleetError, type FleetErrorCode, type Operation } from '../../../../../src/index.js';

function track() {
  const fleet = createFleet({ baseUrl: 'https://api.example.com' });
  onTestFinished(() => fleet.dispose());
  const { activity } = kernelOf(fleet, 'track');
  const failures = trackPollFailures(fleet);
  let at = 0;
  const facts = (operation: Operation, id?: string) => ({
    at: (at += 100),
    durationMs: 1,
    operation,
    ...(id !== undefined && { id }),
  });
  return {
    fleet,
    failures,
    fail: (code: FleetErrorCode, id?: string, operation: Operation = 'get-database') =>
      activity.emit({ kind: 'failure', ...facts(operation, id), error: new FleetError(code, operation, code) }),
    answer: (id?: string) => activity.emit({ kind: 'answer', ...facts('get-database', id) }),
  };
}

describe('trackPollFailures', () => {
  it('counts each failing id once, until a request for it succeeds', () => {
    const { failures, fail, answer } = track();
    fail('timeout', 'a');
    fail('timeout', 'a');
    fail('unavailable', 'b');
    expect(failures.value).toMatchObject({ count: 2, latest: { code: 'unavailable' } });
    answer('b');
    expect(failures.value).toMatchObject({ count: 1, latest: { code: 'timeout' } });
    answer('a');
    expect(failures.value).toEqual({ count: 0, latest: undefined });
  });

  it('forgets the failure of a database that is removed, or is no longer shown', async () => {
    const { fleet, failures, fail } = track();
    // A request in flight would be aborted, and so end the failure itself.
    fleet.polling.pause();
    fleet.databases.add(['a', 'b']);
    const shown = fleet.databases.record('c').subscribe(() => {});
    for (const id of ['a', 'b', 'c', undefined]) fail('bad-response', id);
    fleet.databases.remove('a');
    shown.unsubscribe();
    // The interest of one task changes at its end.
    await setImmediate();
    expect(failures.value.count).toBe(2);
    fleet.databases.remove('b');
    await setImmediate();
    expect(failures.value.count).toBe(1);
  });

  it('ignores missing databases, aborted requests and failed creates', () => {
    const { failures, fail } = track();
    fail('timeout', 'a');
    fail('not-found', 'a');
    fail('aborted', 'b');
    fail('rejected', undefined, 'create-database');
    expect(failures.value.count).toBe(0);
  });

  it('shows since when no request is answered, from the third lost request on', () => {
    const { failures, fail, answer } = track();
    fail('timeout', 'a');
    fail('timeout', 'a');
    expect(failures.value.silentSince).toBeUndefined();
    fail('unavailable', 'b');
    expect(failures.value).toMatchObject({ silentSince: 100, count: 2 });
    fail('unavailable', 'b');
    expect(failures.value.silentSince).toBe(100);
    answer('c');
    expect(failures.value).toMatchObject({ count: 2, latest: { code: 'unavailable' } });
    expect(failures.value.silentSince).toBeUndefined();
    expect(failures.answeredAt).toBe(500);
  });

  it('does not take databases that fail alone for an outage', async () => {
    const { fleet, failures, fail, answer } = track();
    fleet.polling.pause();
    fleet.databases.add(['a', 'b']);
    await setImmediate();
    for (const list of [undefined, undefined, undefined]) fail('unavailable', list);
    expect(failures.value.silentSince).toBe(100);
    answer();
    for (const id of ['a', 'a', 'a', 'b']) fail('unavailable', id);
    expect(failures.value).toEqual({ count: 2, latest: expect.any(FleetError) });
    fail('unavailable');
    expect(failures.value.silentSince).toBe(500);
  });

  it('takes a refusal as an answer', () => {
    const { failures, fail } = track();
    for (const code of ['timeout', 'not-found', 'timeout', 'forbidden', 'timeout', 'aborted'] as const)
      fail(code, code);
    expect(failures.value.silentSince).toBeUndefined();
  });

  it('does not notify subscribers of an answer that changes nothing', () => {
    const { failures, answer } = track();
    let notifications = 0;
    failures.subscribe(() => (notifications += 1));
    answer('a');
    expect(notifications).toBe(1);
  });
});
