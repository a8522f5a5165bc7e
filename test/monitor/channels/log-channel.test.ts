import { expect, it } from 'vitest';
import { logChannel } from '../../../src/monitor/channels/log-channel.js';
import { sampleEvent } from './sample-events.js';

const signal = new AbortController().signal;

it.each([
  ['info', 'info'],
  ['warning', 'warn'],
  ['critical', 'error'],
] as const)('writes a fired alert of severity %s at level %s', (severity, level) => {
  const lines: unknown[] = [];
  const channel = logChannel({ log: (...line) => void lines.push(line) });
  expect(channel.name).toBe('log');
  void channel.deliver({ event: sampleEvent(1, { severity }), attempt: 1 }, { signal });
  expect(lines).toEqual([
    [
      level,
      'alert-fired',
      expect.objectContaining({
        idempotencyKey: 'nearly-full/database/db-1/db_memory_threshold-1',
        alert: expect.objectContaining({ severity, summary: 'orders uses 93 % of its memory.' }),
      }),
    ],
  ]);
});

it('writes a cleared alert at level info, with its duration', () => {
  const lines: unknown[] = [];
  const channel = logChannel({ name: 'journal', log: (...line) => void lines.push(line) });
  void channel.deliver({ event: sampleEvent(2, { severity: 'critical' }), attempt: 1 }, { signal });
  expect(lines).toEqual([
    ['info', 'alert-cleared', expect.objectContaining({ durationSeconds: 120, reason: 'condition' })],
  ]);
});

it('has not delivered an event that an asynchronous log refuses', async () => {
  const channel = logChannel({ log: () => Promise.reject(new Error('the disk is full')) as unknown as void });
  const delivery = { event: sampleEvent(1, { severity: 'info' }), attempt: 1 };
  await expect(channel.deliver(delivery, { signal })).rejects.toThrow('the disk is full');
});
