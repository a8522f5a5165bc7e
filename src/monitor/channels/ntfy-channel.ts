import * as v from 'valibot';
import { parseOptions } from '../../core/shared/parse-options.js';
import { checkMembers, type MemberProblem } from '../rules/check-members.js';
import type { Severity } from '../rules/rule.js';
import type { Channel } from './channel.js';
import {
  authorizationOf,
  headerValue,
  inspectEndpoint,
  passwordEntries,
  type PasswordOptions,
} from './http-channel.js';
import { messageChannel, messageChannelEntries, type MessageChannelOptions } from './message-channel.js';
import { plainText, type Message } from './message.js';

/** The options of {@link ntfyChannel}. */
export interface NtfyChannelOptions extends Omit<MessageChannelOptions, 'url'>, PasswordOptions {
  /** The address of the server. @default 'https://ntfy.sh' */
  readonly url?: string | URL | undefined;
  /** The topic. On a public server everybody who knows it can read and write it, so it is a secret. */
  readonly topic: string;
  /** An access token, sent as `authorization: Bearer`. @default none */
  readonly token?: string | undefined;
}

const A_TOPIC = '1 to 64 letters, digits, "-" and "_"';

const ntfyOptions = v.pipe(
  v.strictObject({
    ...messageChannelEntries,
    url: v.optional(messageChannelEntries.url, 'https://ntfy.sh'),
    topic: v.pipe(v.string(A_TOPIC), v.regex(/^[\w-]{1,64}$/, A_TOPIC)),
    token: v.optional(headerValue),
    ...passwordEntries,
  }),
  checkMembers((given) => inspectNtfy(given)),
);

/** https://docs.ntfy.sh/publish/#message-priority: 3 is the default, and 5 the greatest. */
const PRIORITIES: Readonly<Record<Severity, number>> = { critical: 5, warning: 4, info: 3 };

/** Short codes of emoji: https://docs.ntfy.sh/emojis */
const TAGS: Readonly<Record<Severity, string>> = {
  critical: 'rotating_light',
  warning: 'warning',
  info: 'information_source',
};

/** A longer message becomes an attachment: https://docs.ntfy.sh/publish/#limitations */
const MAX_BYTES = 4096;

/**
 * Sends each event as a notification of ntfy, on ntfy.sh or another server. Answers have the same effects as those of
 * {@link webhookChannel}.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option
 * @example
 * ```ts
 * const phone = ntfyChannel({ name: 'phone', topic: process.env.NTFY_TOPIC });
 * ```
 */
export function ntfyChannel(options: NtfyChannelOptions): Channel {
  const given = parseOptions('configure', ntfyOptions, options);
  const { url, topic } = given;
  return messageChannel(given, {
    url: `${url.replace(/\/+$/, '')}/`,
    headers: authorizationOf(given.token, given),
    bodyOf: (message) => ({ topic, ...ntfyBody(message) }),
  });
}

function ntfyBody(message: Message): object {
  const { title, runbook, severity, isOver } = message;
  return {
    title,
    message: cutBytes(plainText(message)),
    priority: isOver ? PRIORITIES.info : PRIORITIES[severity],
    tags: [isOver ? 'white_check_mark' : TAGS[severity]],
    click: runbook,
  };
}

function cutBytes(text: string): string {
  const bytes = Buffer.from(text);
  // A character that is cut becomes U+FFFD.
  return bytes.length <= MAX_BYTES
    ? text
    : `${bytes
        .subarray(0, MAX_BYTES - 3)
        .toString('utf8')
        .replace(/\uFFFD$/, '')}…`;
}

type Given = Pick<NtfyChannelOptions, 'token' | 'username' | 'password' | 'allowHttp'> & { readonly url: string };

function inspectNtfy(given: Given): MemberProblem[] {
  const { url, token, username, password, allowHttp } = given;
  const problems = inspectEndpoint(given, allowHttp === true);
  if (/[?#]/.test(url)) problems.push([['url'], 'a URL without a query and a fragment']);
  if ((username === undefined) !== (password === undefined)) problems.push([['username'], 'username and password']);
  if (username !== undefined && token !== undefined) problems.push([['token'], 'either a password or a token']);
  return problems;
}
