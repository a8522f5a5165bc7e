import * as v from 'valibot';
import { systemClock, type Clock } from '../../core/shared/clock.js';
import type { Fetch } from '../../core/wire/transport.js';
import type { Channel } from './channel.js';
import { groupOptions, type GroupOptions } from './digest.js';
import { httpChannelEntries, post, type HttpChannelOptions, type Post } from './http-channel.js';
import { digestMessageOf, messageOf, type Message } from './message.js';

/** The options of every channel that posts messages for people. */
export interface MessageChannelOptions extends HttpChannelOptions {
  /** Sends many events as one message. @default none: one message for each event */
  readonly group?: GroupOptions | undefined;
}

/** The schemas of {@link MessageChannelOptions}. */
export const messageChannelEntries = { ...httpChannelEntries, group: v.optional(groupOptions) };

interface Given {
  readonly name: string;
  readonly timeoutMs?: number | undefined;
  readonly group?: GroupOptions | undefined;
  readonly fetch?: Fetch | undefined;
  readonly clock?: Clock | undefined;
}

interface MessageFormat extends Pick<Post, 'url' | 'retryAfterOf'> {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly bodyOf: (message: Message) => object;
}

/** Makes a channel that posts each event or digest as a message in JSON. */
export function messageChannel(given: Given, { url, headers = {}, bodyOf, retryAfterOf }: MessageFormat): Channel {
  const { name, timeoutMs, group, fetch, clock = systemClock } = given;
  const send = (message: Message, signal: AbortSignal): Promise<void> =>
    post({ url, headers, body: JSON.stringify(bodyOf(message)), retryAfterOf, fetch, clock, signal });
  return {
    name,
    timeoutMs,
    group,
    deliver: ({ event }, { signal }) => send(messageOf(event), signal),
    deliverDigest: (digest, { signal }) => send(digestMessageOf(digest), signal),
  };
}
