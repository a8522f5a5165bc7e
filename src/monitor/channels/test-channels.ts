import type { Clock } from '../../core/shared/clock.js';
import type { AlertEvent } from '../alerts/alert.js';
import type { TestResult } from '../monitor.js';
import { attempt } from './attempt.js';
import type { CheckedChannel } from './read-channels.js';

export interface TestOptions {
  readonly clock: Clock;
  readonly random: () => number;
  /** The deadline of a channel without one of its own. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Sends one test event to each channel, once. Never rejects. */
export function testChannels(
  channels: readonly CheckedChannel[],
  { random, ...options }: TestOptions,
): Promise<readonly TestResult[]> {
  const event = testEvent(options.clock.now(), random);
  return Promise.all(
    channels.map(async ({ name, deliver, timeoutMs = options.timeoutMs }) => {
      const outcome = await attempt((signal) => deliver({ event, attempt: 1 }, { signal }), { ...options, timeoutMs });
      if (outcome.kind === 'done') return { channel: name, isDelivered: true };
      const error = outcome.kind === 'aborted' ? 'the test was aborted' : outcome.message;
      return { channel: name, isDelivered: false, error };
    }),
  );
}

function testEvent(at: number, random: () => number): AlertEvent {
  const rule = 'fleetglass-test';
  return {
    // A receiver drops an event whose key it knows, so each test has its own.
    idempotencyKey: `test-${at.toString(36)}-${Math.floor(random() * 2 ** 40).toString(36)}`,
    kind: 'fired',
    at,
    alert: {
      key: rule,
      rule,
      severity: 'info',
      state: 'firing',
      resource: 'fleet',
      id: '',
      startedAt: at,
      firedAt: at,
      summary: 'This is a test alert of fleetglass. Nothing is wrong.',
    },
    isTest: true,
  };
}
