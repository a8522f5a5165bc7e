import * as v from 'valibot';
import { abortSignal } from '../../core/shared/option-schemas.js';
import { onAbort } from '../../core/shared/on-abort.js';
import { parseOptions } from '../options/parse-options.js';
import { printableName } from '../../core/shared/member-path.js';
import { issueUnless, refuseIssues } from '../../core/shared/refuse-issues.js';
import type { AlertEvent } from '../alerts/alert.js';
import { attempt } from './attempt.js';
import type { ChannelQueue, ChannelQueueOptions } from './channel-queue.js';

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

const NAMES = 'a list of the names of channels';
const testOptions = v.strictObject({
  channels: v.optional(v.array(v.string(NAMES), NAMES)),
  signal: v.optional(abortSignal),
});

/** Sends each named channel a `fired` event, and then a `cleared` event. @throws FleetError `invalid-request` */
export async function testChannels(
  queues: ReadonlyMap<string, ChannelQueue>,
  options: TestAlertOptions | undefined,
  { clock, random }: Pick<ChannelQueueOptions, 'clock' | 'random'>,
): Promise<readonly TestResult[]> {
  const names = [...queues.keys()];
  const { channels = names, signal: given } = parseOptions(testOptions, options);
  const unknown = channels.filter((name) => !queues.has(name)).map(printableName);
  const expected = names.length === 0 ? 'There are no channels' : `Expected one of ${names.join(', ')}`;
  const problem = `no channel is named ${unknown.join(', ')}. ${expected}`;
  refuseIssues('configure', issueUnless(unknown.length === 0, 'channels', problem));
  const tested = [...new Set(channels)].map((name) => queues.get(name) as ChannelQueue);
  const events = testEvents(clock.now(), random);
  // `AbortSignal.any` takes no signal of a polyfill.
  const caller = new AbortController();
  if (given?.aborted === true) caller.abort();
  const forget = given && onAbort(given, () => caller.abort());
  const results = await Promise.all(
    tested.map(async ({ channel, signal: ofChannel }) => {
      const signal = AbortSignal.any([caller.signal, ofChannel]);
      for (const event of events) {
        const deliver = (ending: AbortSignal) => channel.deliver({ event, attempt: 1 }, { signal: ending });
        const outcome = await attempt(deliver, { clock, timeoutMs: channel.timeoutMs, signal });
        if (outcome.kind === 'done') continue;
        const error = outcome.kind === 'aborted' ? 'the test was aborted' : outcome.message;
        return { channel: channel.name, isDelivered: false, error };
      }
      return { channel: channel.name, isDelivered: true };
    }),
  );
  forget?.();
  return results;
}

function testEvents(at: number, random: () => number): readonly AlertEvent[] {
  const rule = 'fleetglass-test';
  // A receiver drops an event whose key it knows, so each test has its own.
  const key = `test-${at.toString(36)}-${Math.floor(random() * 2 ** 40).toString(36)}`;
  const target = { key: rule, rule, severity: 'info', state: 'firing', resource: 'fleet', id: '' } as const;
  const summary = 'This is a test alert of fleetglass. Nothing is wrong.';
  const alert = { ...target, startedAt: at, firedAt: at, summary };
  const fired: AlertEvent = { idempotencyKey: key, kind: 'fired', at, alert, isTest: true };
  return [fired, { ...fired, idempotencyKey: `${key}-cleared`, kind: 'cleared', durationMs: 0, reason: 'condition' }];
}
