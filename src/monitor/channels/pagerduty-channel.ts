import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { systemClock } from '../../core/shared/clock.js';
import { parseOptions } from '../../core/shared/parse-options.js';
import type { AlertEvent } from '../alerts/alert.js';
import { checkMembers } from '../rules/check-members.js';
import type { Channel } from './channel.js';
import { eventBody, isoTime } from './event-body.js';
import { httpChannelEntries, inspectEndpoint, post, type HttpChannelOptions } from './http-channel.js';
import { cut, messageOf } from './message.js';

/** The options of {@link pagerdutyChannel}. */
export interface PagerdutyChannelOptions extends Omit<HttpChannelOptions, 'url'> {
  /** The integration key of a service, for the Events API v2. It is a secret. */
  readonly routingKey: string;
  /** The address of the Events API. @default 'https://events.pagerduty.com/v2/enqueue' */
  readonly url?: string | URL | undefined;
  /**
   * The `source` of each alert, which is also a part of its deduplication key. Set it if several monitors share a routing
   * key. @default 'fleetglass'
   */
  readonly source?: string | undefined;
}

const A_KEY = 'the integration key of the Events API v2: 32 letters and digits';
const A_SOURCE = 'a text of 1 to 100 printable characters';

const pagerdutyOptions = v.pipe(
  v.strictObject({
    ...httpChannelEntries,
    url: v.optional(httpChannelEntries.url, 'https://events.pagerduty.com/v2/enqueue'),
    routingKey: v.pipe(v.string(A_KEY), v.regex(/^[A-Za-z\d]{32}$/, A_KEY)),
    source: v.optional(v.pipe(v.string(A_SOURCE), v.regex(/^[^\p{Cc}\p{Cs}]{1,100}$/u, A_SOURCE)), 'fleetglass'),
  }),
  checkMembers((given) => inspectEndpoint(given, given.allowHttp === true)),
);

/** https://developer.pagerduty.com/docs/send-alert-event */
const MAX = { summary: 1024, dedupKey: 255 };

/**
 * Sends alerts to the Events API v2 of PagerDuty: an alert triggers when it fires, and resolves when it clears.
 *
 * The key of the alert is the deduplication key, so a second delivery changes nothing, and PagerDuty gets nothing while an
 * alert goes on. There is no `group`: each alert resolves by itself, and PagerDuty groups alerts. Answers have the same
 * effects as those of {@link webhookChannel}.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option
 * @example
 * ```ts
 * const pager = pagerdutyChannel({ name: 'pager', routingKey: process.env.PAGERDUTY_ROUTING_KEY });
 * ```
 */
export function pagerdutyChannel(options: PagerdutyChannelOptions): Channel {
  const given = parseOptions('configure', pagerdutyOptions, options);
  const { name, url, routingKey, source, timeoutMs, fetch, clock = systemClock } = given;
  return {
    name,
    timeoutMs,
    async deliver({ event }, { signal }) {
      // The alert is open already.
      if (event.kind === 'repeated') return;
      const body = JSON.stringify({ routing_key: routingKey, ...pagerdutyEvent(event, source) });
      await post({ url, headers: {}, body, fetch, clock, signal });
    },
  };
}

function pagerdutyEvent(event: AlertEvent, source: string): object {
  const dedup_key = dedupKeyOf(`${source}/${event.alert.key}`);
  if (event.kind === 'cleared') return { event_action: 'resolve', dedup_key };
  const { title, text, severity, runbook } = messageOf(event);
  const { alert } = eventBody(event);
  return {
    event_action: 'trigger',
    dedup_key,
    client: 'fleetglass',
    payload: {
      summary: cut(`${title}: ${text}`, MAX.summary),
      source,
      severity,
      timestamp: isoTime(event.at),
      component: alert.id,
      group: alert.resource,
      class: alert.rule,
      custom_details: alert,
    },
    links: runbook === undefined ? [] : [{ href: runbook, text: 'Runbook' }],
  };
}

function dedupKeyOf(key: string): string {
  return key.length <= MAX.dedupKey ? key : createHash('sha256').update(key).digest('hex');
}
