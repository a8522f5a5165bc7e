import { expect, it } from 'vitest';
import type { AlertEvent } from '../../../src/monitor/alerts/alert.js';
import { logChannel } from '../../../src/monitor/channels/log-channel.js';
import { deliverOnce, sampleEvent } from './sample-events.js';

/** The lines that a channel writes for an event. */
async function linesFor(event: AlertEvent): Promise<unknown[]> {
  const lines: unknown[] = [];
  await deliverOnce(logChannel({ log: (...line) => void lines.push(line) }), { event });
  return lines;
}

it.each([
  ['info', 'info'],
  ['warning', 'warn'],
  ['critical', 'error'],
] as const)('writes a fired alert of severity %s at level %s', async (severity, level) => {
  const alert = expect.objectContaining({ severity, summary: 'orders uses 93 % of its memory.' });
  const idempotencyKey = 'nearly-full/database/db-1/db_memory_threshold-1';
  expect(await linesFor(sampleEvent(1, { severity }))).toEqual([
    [level, 'alert-fired', expect.objectContaining({ idempotencyKey, alert })],
  ]);
});

it('writes a cleared alert at level info, with its duration', async () => {
  const facts = expect.objectContaining({ durationSeconds: 120, reason: 'condition' });
  expect(await linesFor(sampleEvent(2, { severity: 'critical' }))).toEqual([['info', 'alert-cleared', facts]]);
});

it('has not delivered an event that an asynchronous log refuses', async () => {
  const channel = logChannel({ log: () => Promise.reject(new Error('the disk is full')) as unknown as void });
  expect(await deliverOnce(channel)).toMatchObject({ message: 'the disk is full' });
});
