import * as v from 'valibot';
import { aBoolean } from '../../core/shared/option-schemas.js';
import { parseOptions } from '../options/parse-options.js';
import type { Alert } from '../alerts/alert.js';
import { checkMembers, matching } from '../rules/check-members.js';
import { link, linkTo } from '../rules/rule-texts.js';
import { repeatInterval, type Channel } from './channel.js';
import { isoTime } from './event-body.js';
import {
  authorizationOf,
  headerValue,
  httpChannelEntries,
  inspectReceiver,
  passwordEntries,
  request,
  type HttpChannelOptions,
  type PasswordOptions,
} from './http-channel.js';

/** The options of {@link alertmanagerChannel}. */
export interface AlertmanagerChannelOptions extends HttpChannelOptions, PasswordOptions {
  /**
   * The address of Alertmanager, without `/api/v2`. A path is kept as a prefix. With a password or a token it must be
   * https, or http on loopback or with `allowHttp`. For a cluster, make one channel for each member.
   */
  readonly url: string | URL;
  /** Sent as `authorization: Bearer`. @default none */
  readonly bearerToken?: string | undefined;
  /** Whether a password or token may be sent over http to every host. @default false */
  readonly allowHttp?: boolean | undefined;
  /** The interval at which firing alerts are sent again, milliseconds, at least 1000. @default 60000 */
  readonly repeatMs?: number | undefined;
  /** Labels that every alert gets, for example the name of the account. @default {} */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /**
   * Whether the name of the database or index is the label `name` too, for routes and silences by name. A database that
   * is renamed while its alert fires has a second alert for four intervals.
   * @default false: the name is an annotation only
   */
  readonly nameLabel?: boolean | undefined;
  /**
   * The annotation `runbook_url` of alerts whose rule has no `runbook`. `{rule}`, `{resource}`, `{id}`, `{name}` and
   * `{field}` become the values of the alert, for example `https://wiki.example.com/runbook#{rule}`. @default none
   */
  readonly runbookUrl?: string | undefined;
  /** `generatorURL`, the link of the alert to its source. It has the placeholders of `runbookUrl`. @default none */
  readonly generatorUrl?: string | undefined;
}

/**
 * An alert resolves when Alertmanager has not received it for this many intervals, so three repetitions may fail.
 * Prometheus uses the same number for its own alerts.
 */
const VALID_INTERVALS = 4;

/** The most alerts in a request, about 300 kB. */
const BATCH = 500;

const OWN_LABELS = ['alertname', 'severity', 'resource', 'id', 'field'];

const alertmanagerOptions = v.pipe(
  v.strictObject({
    ...httpChannelEntries,
    ...passwordEntries,
    bearerToken: v.optional(headerValue),
    repeatMs: v.optional(repeatInterval, 60_000),
    labels: v.optional(
      v.record(
        v.pipe(
          matching(/^[a-zA-Z_]\w*$/, 'the name of a label: letters, digits and "_"'),
          v.check((name) => !OWN_LABELS.includes(name), 'another label: the channel sets this one'),
        ),
        v.string('a string'),
        'an object of labels',
      ),
    ),
    nameLabel: v.optional(aBoolean, false),
    runbookUrl: v.optional(link),
    generatorUrl: v.optional(link),
  }),
  checkMembers((given) => {
    const { username, bearerToken, allowHttp, labels, nameLabel } = given;
    const hasSecret = username !== undefined || bearerToken !== undefined;
    const receiver = { ...given, allowHttp: allowHttp === true || !hasSecret };
    const problems = inspectReceiver(receiver, 'bearerToken', bearerToken);
    // Only at the end: the proxy of Kubernetes has paths such as /api/v1/namespaces/….
    if (/\/api\/v\d(?:\/alerts)?\/*$/.test(given.url))
      problems.push([['url'], 'the address of Alertmanager, without /api/v2']);
    if (nameLabel && labels !== undefined && Object.hasOwn(labels, 'name'))
      problems.push([['labels', 'name'], 'no label name beside nameLabel']);
    return problems;
  }),
);

/**
 * Sends alerts to the API of Alertmanager (`POST /api/v2/alerts`), which groups, silences and routes them.
 *
 * Alertmanager forgets an alert that is not sent again: each request says in `endsAt` how long the alert is valid, here
 * four intervals. The channel sends all firing alerts at each interval. An alert therefore resolves by itself four
 * intervals after the monitor has died, and comes back one interval after Alertmanager has lost its state. A cleared
 * alert is sent once, with `endsAt` in the past.
 *
 * Labels: `alertname` (the rule), `severity`, `resource`, `id`, `field`, the option `labels`, and the labels of the rule.
 * They identify an alert, so none of them changes, unless `nameLabel` is set or a label has `{name}`. Annotations:
 * `summary`, `name`, `value`, `runbook_url`, and those of the rule.
 *
 * Answers have the same effects as those of {@link webhookChannel}.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option
 * @example
 * ```ts
 * const channel = alertmanagerChannel({ name: 'alertmanager', url: 'http://127.0.0.1:9093', labels: { account: 'production' } });
 * ```
 */
export function alertmanagerChannel(options: AlertmanagerChannelOptions): Channel {
  const given = parseOptions(alertmanagerOptions, options);
  const { name, url, timeoutMs, clock, repeatMs } = given;
  const address = `${url.replace(/\/+$/, '')}/api/v2/alerts`;
  const headers = { ...authorizationOf(given.bearerToken, given), 'content-type': 'application/json' };
  const postAlerts = (alerts: readonly object[], signal: AbortSignal): Promise<void> =>
    request(address, { method: 'POST', headers, body: JSON.stringify(alerts), signal }, given);
  const validUntil = (): number => clock.now() + VALID_INTERVALS * repeatMs;

  return {
    name,
    timeoutMs,
    repeatMs,
    deliver({ event }, { signal }) {
      const { kind, at, isTest, alert } = event;
      // Alertmanager waits before it notifies, and would not notify about a test alert that has ended meanwhile. The
      // test alert resolves by itself at its `endsAt`.
      if (kind === 'cleared' && isTest === true) return undefined;
      return postAlerts([postedAlert(alert, kind === 'cleared' ? at : validUntil(), given)], signal);
    },
    async repeat(alerts, { signal }) {
      for (let start = 0; start < alerts.length; start += BATCH) {
        const batch = alerts.slice(start, start + BATCH).map((alert) => postedAlert(alert, validUntil(), given));
        await postAlerts(batch, signal);
      }
    },
  };
}

function postedAlert(alert: Alert, endsAt: number, given: v.InferOutput<typeof alertmanagerOptions>): object {
  const { labels, nameLabel, runbookUrl, generatorUrl } = given;
  const { rule, severity, resource, id, field = '', name = '', summary, startedAt, firedAt = startedAt } = alert;
  // For Alertmanager, an empty label is absent.
  const own = { alertname: rule, severity, resource, id, field, ...(nameLabel && { name }) };
  const value = alert.value === undefined ? undefined : String(alert.value);
  const runbook_url = alert.runbook ?? (runbookUrl && linkTo(runbookUrl, alert));
  return {
    labels: { ...labels, ...alert.labels, ...own },
    annotations: { ...alert.annotations, summary, name: alert.name, value, runbook_url },
    generatorURL: generatorUrl && linkTo(generatorUrl, alert),
    // The clock may have been set back since the alert fired. Alertmanager refuses an alert that starts after its end.
    startsAt: isoTime(Math.min(firedAt, endsAt)),
    endsAt: isoTime(endsAt),
  };
}
