import { callRules, readCallOptions } from '../../core/client/inspect-call.js';
import { printableName } from '../../core/shared/printable-name.js';
import { issueUnless, refuseIssues } from '../../core/shared/refuse-issues.js';
import type { Clock } from '../../core/shared/clock.js';
import type { AlertEvent } from '../alerts/alert.js';
import { attempt } from './attempt.js';
import type { CheckedChannel } from './read-channels.js';

/** The options of `Monitor.testAlert`. */
export interface TestAlertOptions {
  /** The names of channels. @default every channel */
  readonly channels?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The result of a test delivery to one channel. */
export interface TestResult {
  readonly channel: string;
  readonly isDelivered: boolean;
  /** Why the delivery failed. */
  readonly error?: string | undefined;
}

export interface TestOptions {
  readonly clock: Clock;
  readonly random: () => number;
  /** The deadline of a channel without one of its own. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Reads the options of `Monitor.testAlert`.
 *
 * @param known the names of all channels
 * @throws FleetError `invalid-request`
 */
export function readTestOptions(
  options: TestAlertOptions,
  known: readonly string[],
): { readonly names: readonly string[]; readonly signal: AbortSignal } {
  const { given, issues } = readCallOptions(options, {
    channels: [
      (value) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
      'a list of the names of channels',
    ],
    ...callRules,
  });
  refuseIssues('configure', issues);
  const { channels = known, signal = new AbortController().signal } = given ?? {};
  const unknown = channels.filter((name) => !known.includes(name)).map(printableName);
  const expected = known.length === 0 ? 'There are no channels' : `Expected one of ${known.join(', ')}`;
  const problem = `no channel is named ${unknown.join(', ')}. ${expected}`;
  refuseIssues('configure', issueUnless(unknown.length === 0, 'channels', problem));
  return { names: [...new Set(channels)], signal };
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
