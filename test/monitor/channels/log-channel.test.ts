import { expect, it } from 'vitest';
import { logChannel } from '../../../src/monitor/channels/log-channel.js';
import { deliverOnce, sampleEvent } from './sample-events.js';

it('writes a fired alert at the level of its severity, and a cleared alert at level info with its duration', async () => {
  const lines: unknown[] = [];
  const channel = logChannel({ log: (...line) => void lines.push(line) });
  for (const severity of ['info', 'warning', 'critical'] as const)
    await deliverOnce(channel, { event: sampleEvent(1, { severity }) });
  await deliverOnce(channel, { event: sampleEvent(2, { severity: 'critical' }) });
  const idempotencyKey = 'nearly-full/database/db-1/db_memory_threshold-1';
  const alert = { severity: 'info', summary: 'orders uses 93 % of its memory.' };
  expect(lines).toMatchObject([
    ['info', 'alert-fired', { idempotencyKey, alert }],
    ['warn', 'alert-fired', {}],
    ['error', 'alert-fired', {}],
    ['info', 'alert-cleared', { durationSeconds: 120, reason: 'condition' }],
  ]);
});

it('has not delivered an event that an asynchronous log refuses', async () => {
  const channel = logChannel({ log: () => Promise.reject(new Error('the disk is full')) as unknown as void });
  expect(await deliverOnce(channel)).toMatchObject({ message: 'the disk is full' });
});
