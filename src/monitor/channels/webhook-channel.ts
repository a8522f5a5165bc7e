import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import { parseOptions } from '../options/parse-options.js';
import { checkMembers, matching, type MemberProblem } from '../rules/check-members.js';
import { UndeliverableError, type Channel } from './channel.js';
import { groupOptions, type GroupOptions } from './digest.js';
import { digestBody, eventBody } from './event-body.js';
import {
  headersWith,
  httpChannelEntries,
  inspectEndpoint,
  request,
  type HttpChannelOptions,
  headerValue,
} from './http-channel.js';
import { digestScope, templateScope, sampleDigest, sampleEvents } from './template-scope.js';
import { type Template, compileTemplate, escapes, inspectTemplate, type Escape } from './template.js';
import { parseJson } from '../../core/wire/parse-json.js';

/** The options of {@link webhookChannel}. */
export interface WebhookChannelOptions extends HttpChannelOptions {
  /**
   * Signs each request: 24 to 64 random bytes in Base64, with or without the prefix `whsec_`. `openssl rand -base64 32`
   * makes one. @default none, requests are not signed
   */
  readonly secret?: string | undefined;
  /**
   * A template of the body, in the language Liquid, at most 64 KiB. Its names are the members of `EventBody`. An absent
   * member renders as an empty text, and an unknown name is an error. Outputs are escaped for `contentType`, and need quotes
   * around them in JSON: `{"text": "{{ alert.summary }}"}`. After the filters `json` and `raw` an output is complete JSON.
   *
   * @default the JSON of `EventBody`
   */
  readonly body?: string | undefined;
  /** The template of a digest: its names are the members of `DigestBody`. Required with `body` and `group`. */
  readonly digestBody?: string | undefined;
  /** The type of `body` and `digestBody`. Outputs are escaped for JSON, HTML, XML and forms. @default 'application/json' */
  readonly contentType?: string | undefined;
  /**
   * Further headers, for example `authorization`. A value with `{{` is a template, as `body` is. For a digest, the
   * members of an alert are empty. Non-ASCII characters in outputs become `?`. @default {}
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sends many events as one request with the JSON of `DigestBody`. @default none: one request for each event */
  readonly group?: GroupOptions | undefined;
}

const SECRET = /^(?:whsec_)?(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** The specification of Standard Webhooks allows these sizes. */
const A_SECRET = 'Base64 of 24 to 64 bytes, with or without the prefix whsec_';

const JSON_TYPE = 'application/json';
const CONTENT_TYPE = /^[\w.+-]{1,100}\/[\w.+-]{1,100}(?:; ?charset=utf-8)?$/i;

const OWN_HEADERS = /^(?:idempotency-key|webhook-.*|content-(?:type|length)|host|connection|transfer-encoding)$/i;

const aTemplate = v.optional(v.pipe(v.string('a template'), v.nonEmpty('a template')));

const webhookOptions = v.pipe(
  v.strictObject({
    ...httpChannelEntries,
    secret: v.optional(
      v.pipe(
        matching(SECRET, A_SECRET),
        v.transform((secret) => Buffer.from(secret.replace('whsec_', ''), 'base64')),
        v.check(({ length }) => length >= 24 && length <= 64, A_SECRET),
      ),
    ),
    body: aTemplate,
    digestBody: aTemplate,
    contentType: v.optional(matching(CONTENT_TYPE, 'the type of a text, such as text/plain; charset=utf-8')),
    headers: v.optional(headersWith((name) => !OWN_HEADERS.test(name))),
    group: v.optional(groupOptions),
  }),
  checkMembers((given) => [...inspectEndpoint(given), ...inspectTemplates(given)]),
);

/**
 * Sends each event as an HTTP POST with the JSON of `EventBody`. Each request of an event has the same `idempotency-key`.
 *
 * With a `secret` the request is signed after the specification of Standard Webhooks (https://www.standardwebhooks.com).
 * `webhook-id` is the idempotency key, and `webhook-timestamp` is the time of the attempt. `webhook-signature` is `v1,`
 * and the HMAC-SHA256 of `id.timestamp.body` in Base64. Libraries for most languages verify it.
 *
 * | answer | effect |
 * | --- | --- |
 * | 2xx | delivered |
 * | 401, 403, 404, 405, 407, 408, 421, 423, 425, 429, 5xx, a redirect, no answer | tried again, after `Retry-After` |
 * | any other 4xx | dropped |
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option
 * @example
 * ```ts
 * const pager = webhookChannel({ name: 'pager', url: 'https://hooks.example.com/fleet', secret: process.env.WEBHOOK_SECRET });
 * ```
 */
export function webhookChannel(options: WebhookChannelOptions): Channel {
  const given = parseOptions(webhookOptions, options);
  const { name, url, secret: key, contentType = JSON_TYPE, headers = {}, group, timeoutMs, clock } = given;
  const template = (text?: string) => (text === undefined ? undefined : compileTemplate(text, escapeOf(contentType)));
  const [ofEvent, ofDigest] = [template(given.body), template(given.digestBody)];
  // A value without `{{` is not a template: a password may have any characters.
  const templateOf = (value: string): Template =>
    value.includes('{{') ? compileTemplate(value, escapes.header) : () => value;
  const fields = Object.entries(headers).map(([field, value]) => [field, templateOf(value)] as const);

  /** @param id letters, digits and `-`: the signed text separates its parts by full stops */
  function send(body: string, scope: object, id: string, signal: AbortSignal): Promise<void> {
    const own = Object.fromEntries(fields.map(([field, value]) => [field, value(scope)]));
    const signature = key && sign(key, id, body, clock.now());
    const all = { ...own, 'idempotency-key': id, ...signature, 'content-type': contentType };
    return request(url, { method: 'POST', headers: all, body, signal }, given);
  }

  return {
    name,
    timeoutMs,
    group,
    async deliver({ event }, { signal }) {
      const scope = templateScope(event);
      const body = ofEvent?.(scope) ?? JSON.stringify(eventBody(event));
      return send(body, scope, event.idempotencyKey, signal);
    },
    async deliverDigest(digest, { signal }) {
      const scope = digestScope(digest);
      const body = ofDigest ? rendered(ofDigest, scope) : JSON.stringify(digestBody(digest));
      return send(body, scope, digest.idempotencyKey, signal);
    },
  };
}

/** @throws UndeliverableError if the digest is too large for the template: the next digest is smaller */
function rendered(template: Template, scope: object): string {
  try {
    return template(scope);
  } catch (error) {
    throw new UndeliverableError((error as Error).message);
  }
}

function sign(key: Buffer, id: string, body: string, nowMs: number): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

function isJson(contentType: string): boolean {
  return /[/+]json\b/i.test(contentType);
}

function escapeOf(contentType: string): Escape {
  if (isJson(contentType)) return escapes.json;
  if (/[/+](?:x?html|xml)\b/i.test(contentType)) return escapes.markup;
  return /form-urlencoded/i.test(contentType) ? escapes.form : escapes.none;
}

function inspectTemplates(given: Omit<WebhookChannelOptions, 'name' | 'url' | 'secret'>): MemberProblem[] {
  const { body, digestBody, contentType = JSON_TYPE, headers = {}, group } = given;
  const [ofEvents, ofDigest] = [sampleEvents().map(templateScope), [digestScope(sampleDigest())]];
  const problems: MemberProblem[] = [];
  const add = (path: readonly string[], problem: string | undefined): void => {
    if (problem !== undefined) problems.push([path, `a template; ${problem}`]);
  };
  if (body !== undefined) add(['body'], bodyProblemOf(body, contentType, ofEvents));
  if (digestBody !== undefined) add(['digestBody'], bodyProblemOf(digestBody, contentType, ofDigest));
  if (group !== undefined && (body === undefined) !== (digestBody === undefined))
    problems.push([[body === undefined ? 'body' : 'digestBody'], 'a template: with group, set body and digestBody']);
  const scopes = group === undefined ? ofEvents : [...ofEvents, ...ofDigest];
  for (const [field, value] of Object.entries(headers))
    if (value.includes('{{')) add(['headers', field], headerProblemOf(value, scopes));
  return problems;
}

function bodyProblemOf(text: string, contentType: string, scopes: readonly object[]): string | undefined {
  return inspectTemplate(text, escapeOf(contentType), scopes, (result) =>
    !isJson(contentType) || parseJson(result) !== undefined
      ? undefined
      : 'the result is not JSON. Write outputs within quotes: "{{ alert.name }}", or as JSON: {{ alert.name | json | raw }}',
  );
}

function headerProblemOf(value: string, scopes: readonly object[]): string | undefined {
  return inspectTemplate(value, escapes.header, scopes, (result) =>
    v.is(headerValue, `x${result}`) ? undefined : 'the result has characters that a header cannot hold',
  );
}
