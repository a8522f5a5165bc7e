import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { follow } from '../../../../../src/apps/dashboard/page/server/follow.js';
import { createManualClock } from '../../../../support/manual-clock.js';

beforeEach(() => {
  vi.stubGlobal('document', { visibilityState: 'visible' });
  return () => vi.unstubAllGlobals();
});

/** Follows a server with an interval of 5 s, and notes what happens. */
function start(answer: (asked: number, signal: AbortSignal) => Response | Promise<Response>) {
  const clock = createManualClock();
  const log: unknown[] = [];
  let asked = 0;
  const followed = follow({
    clock,
    path: () => 'facts',
    intervalMs: () => 5000,
    take: (value) => log.push(value),
    fail: (status) => log.push(`failed ${status}`),
    fetchFrom: async (_, init) => answer((asked += 1), init?.signal as AbortSignal),
  });
  onTestFinished(() => followed.stop());
  return { ...followed, clock, log, asked: () => asked };
}

describe('follow', () => {
  test('takes the same answer again only after a failure', async () => {
    const { clock, log } = start((asked) => (asked === 3 ? new Response('', { status: 502 }) : Response.json(1)));
    await clock.advance(5000);
    expect(log).toEqual([1]);
    await clock.advance(10_000);
    expect(log).toEqual([1, 'failed 502', 1]);
  });

  test('asks once a second after many calls of `soon`, also after those during a request', async () => {
    const answers: ((response: Response) => void)[] = [];
    const { clock, soon, asked } = start(() => new Promise((resolve) => answers.push(resolve)));
    soon();
    soon();
    await clock.advance(10_000);
    expect(asked()).toBe(1);
    answers[0]?.(Response.json(1));
    await clock.advance(0);
    soon();
    await clock.advance(1000);
    expect(asked()).toBe(2);
    answers[1]?.(Response.json(1));
    await clock.advance(4999);
    expect(asked()).toBe(2);
    await clock.advance(1);
    expect(asked()).toBe(3);
  });

  test('aborts the request at `stop`, which is no failure, and asks no more', async () => {
    const { clock, log, stop, soon, asked } = start(
      (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            log.push('aborted');
            reject(signal.reason as Error);
          });
        }),
    );
    stop();
    soon();
    await clock.advance(60_000);
    expect([log, asked()]).toEqual([['aborted'], 1]);
  });
});
