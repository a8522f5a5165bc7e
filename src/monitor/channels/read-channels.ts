import type { FleetIssue } from '../../core/shared/fleet-error.js';
import { readMembers } from '../../core/api/read-members.js';
import type { OptionRule } from '../../core/api/read-options.js';
import { issuesIn, issueUnless, refuseIssues } from '../../core/api/refuse-issues.js';
import type { Channel } from './channel.js';

/** A channel whose members were read once. Its functions are bound to the channel. */
export interface CheckedChannel {
  /** The channel as it was given. */
  readonly given: Channel;
  readonly name: string;
  readonly deliver: Channel['deliver'];
  readonly repeat: Channel['repeat'];
  /** Present if `repeat` is. */
  readonly repeatMs: number | undefined;
  readonly dispose: Channel['dispose'];
}

const MIN_REPEAT_MS = 1000;

/** The rule of a channel's name, which is also the name of a metric's label and part of a key of the state. */
export const aChannelName: OptionRule = [
  (value) => typeof value === 'string' && /^[\w-]{1,100}$/.test(value),
  '1 to 100 letters, digits, "-" and "_"',
];

export const aRepeatInterval: OptionRule = [
  (value) => value === undefined || (Number.isFinite(value) && (value as number) >= MIN_REPEAT_MS),
  `milliseconds, at least ${MIN_REPEAT_MS}`,
];

const aRequiredFunction: OptionRule = [(value) => typeof value === 'function', 'a function'];
const anOptionalFunction: OptionRule = [
  (value) => value === undefined || typeof value === 'function',
  'a function, or no value',
];

const CHANNEL_RULES = {
  name: aChannelName,
  deliver: aRequiredFunction,
  repeat: anOptionalFunction,
  repeatMs: aRepeatInterval,
  dispose: anOptionalFunction,
} satisfies Record<string, OptionRule>;

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
    dispose: bound('dispose'),
  };
  return { checked, issues };
}
