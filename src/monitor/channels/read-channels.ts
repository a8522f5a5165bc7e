import type { FleetIssue } from '../../core/shared/fleet-error.js';
import { readMembers } from '../../core/shared/read-members.js';
import { aFunction, type OptionRule } from '../../core/shared/read-options.js';
import { issuesIn, issueUnless, refuseIssues } from '../../core/shared/refuse-issues.js';
import type { Channel } from './channel.js';
import { aChannelName, aDeadline, aRepeatInterval } from './channel-options.js';

/** A channel whose members were read once. Its functions are bound to the channel. */
export interface CheckedChannel {
  /** The channel as it was given. */
  readonly given: Channel;
  readonly name: string;
  readonly deliver: Channel['deliver'];
  readonly repeat: Channel['repeat'];
  /** Present if `repeat` is. */
  readonly repeatMs: number | undefined;
  readonly timeoutMs: number | undefined;
  readonly dispose: Channel['dispose'];
}

const CHANNEL_RULES = {
  name: aChannelName,
  deliver: aFunction,
  repeat: optional(aFunction),
  repeatMs: optional(aRepeatInterval),
  timeoutMs: optional(aDeadline),
  dispose: optional(aFunction),
} satisfies Record<string, OptionRule>;

function optional([isRight, expected]: OptionRule): OptionRule {
  return [(value) => value === undefined || isRight(value), expected];
}

/**
 * Reads each member of each channel once and checks it. A channel may be an object of a class, so inherited members
 * count.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid member, for example `channels[1].name`
 */
export function readChannels(channels: unknown): readonly CheckedChannel[] {
  if (!Array.isArray(channels))
    refuseIssues('configure', [{ path: 'channels', message: 'expected a list of channels' }]);
  // A hole in the list is an issue too.
  const read = Array.from(channels as readonly unknown[], readChannel);
  const issues = read.flatMap((channel, at) => [
    ...issuesIn(`channels[${at}]`, channel.issues),
    ...issueUnless(
      read.findIndex(({ checked }) => checked?.name === channel.checked?.name) === at || channel.issues.length > 0,
      `channels[${at}].name`,
      `another channel is named ${channel.checked?.name}. Choose another name`,
    ),
  ]);
  refuseIssues('configure', issues);
  return read.flatMap(({ checked }) => checked ?? []);
}

function readChannel(channel: unknown): { readonly checked?: CheckedChannel; readonly issues: readonly FleetIssue[] } {
  const given = readMembers(channel, Object.keys(CHANNEL_RULES));
  if (given === undefined) return { issues: [{ path: '', message: 'expected a Channel' }] };
  const issues = [
    ...Object.entries(CHANNEL_RULES).flatMap(([name, [isRight, expected]]) =>
      issueUnless(isRight(given[name]), name, `expected ${expected}`),
    ),
    ...issueUnless(
      given['repeat'] === undefined || given['repeatMs'] !== undefined,
      'repeatMs',
      'expected the interval of `repeat`, milliseconds',
    ),
  ];
  if (issues.length > 0) return { issues };
  const bound = (name: string): never => (given[name] as (() => void) | undefined)?.bind(channel) as never;
  const checked: CheckedChannel = {
    given: channel as Channel,
    name: given['name'] as string,
    deliver: bound('deliver'),
    repeat: bound('repeat'),
    repeatMs: given['repeat'] === undefined ? undefined : (given['repeatMs'] as number),
    timeoutMs: given['timeoutMs'] as number | undefined,
    dispose: bound('dispose'),
  };
  return { checked, issues };
}
