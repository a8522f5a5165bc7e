import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { NodemailerError } from 'nodemailer';
import * as v from 'valibot';
import { finite } from '../../core/shared/option-schemas.js';
import { parseOptions } from '../options/parse-options.js';
import { isLoopback } from '../../http/http-server.js';
import { aName, checkMembers, matching } from '../rules/check-members.js';
import { deadline, UndeliverableError, type Channel, type DeliveryOptions } from './channel.js';
import { groupOptions, type GroupOptions } from './digest.js';
import { inspectPassword, passwordEntries, type PasswordOptions } from './http-channel.js';
import { digestMessageOf, messageOf, plainText, type Message } from './message.js';

/** The options of {@link emailChannel}. */
export interface EmailChannelOptions extends PasswordOptions {
  readonly name: string;
  /** The name of the SMTP server. */
  readonly host: string;
  /** @default 587; 465 with `tls: 'implicit'`; 25 with `tls: 'none'` */
  readonly port?: number | undefined;
  /**
   * `starttls` requires STARTTLS, `implicit` begins with TLS. `none` sends all in plain text: with a password, only to
   * loopback. @default 'starttls'
   */
  readonly tls?: 'starttls' | 'implicit' | 'none' | undefined;
  /** The certificates, in PEM, by which the server is checked. @default those of the platform */
  readonly ca?: string | undefined;
  /** The address of the sender. */
  readonly from: string;
  /** The addresses of the recipients, at most 50. */
  readonly to: readonly string[];
  /** The deadline of an attempt, milliseconds, at most 600000. @default 10000 */
  readonly timeoutMs?: number | undefined;
  /** Sends many events as one message. @default none: one message for each event */
  readonly group?: GroupOptions | undefined;
}

const address = matching(
  /^[^\s@<>,;:"()[\]\\\p{Cc}\p{Cs}]{1,64}@[^\s@<>,;:"()\\\p{Cc}\p{Cs}]{1,255}$/u,
  'an address such as oncall@example.com, without a name',
);

const A_HOST = 'the name or the address of a server, without a port';

const emailOptions = v.pipe(
  v.strictObject({
    name: aName,
    host: v.pipe(
      v.string(A_HOST),
      v.check((host) => isIPv6(host) || /^[\w.-]{1,255}$/.test(host), A_HOST),
    ),
    port: v.optional(finite('a port, 1 to 65535', (port) => Number.isInteger(port) && port >= 1 && port <= 65_535)),
    tls: v.optional(v.picklist(['starttls', 'implicit', 'none'], 'starttls, implicit or none'), 'starttls'),
    ca: v.optional(v.pipe(v.string('certificates in PEM'), v.includes('-----BEGIN', 'certificates in PEM'))),
    ...passwordEntries,
    from: address,
    to: v.pipe(v.array(address, 'a list of addresses'), v.minLength(1, 'an address'), v.maxLength(50, 'at most 50')),
    timeoutMs: v.optional(deadline),
    group: v.optional(groupOptions),
  }),
  checkMembers(({ host, tls, username, password }) => {
    const problems = inspectPassword({ username, password });
    if (tls === 'none' && password !== undefined && !isLoopback(host))
      problems.push([['tls'], 'starttls or implicit: a password in plain text is only for loopback']);
    return problems;
  }),
);

/**
 * Sends each event as an e-mail by SMTP. It needs the package nodemailer. The texts are plain, and the messages of one
 * alert are one thread.
 *
 * | answer of the server | effect |
 * | --- | --- |
 * | 2xx | delivered |
 * | 4xx, no answer, a refused password, no TLS | tried again, for the recipients that were not accepted, also after a restart |
 * | any other 5xx | given up for the recipients that were refused |
 *
 * If one recipient has accepted a mail, it counts as delivered, and the log has the recipients that were refused. Later
 * mails do not wait for these recipients, and may reach them first.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option
 * @example
 * ```ts
 * const mail = emailChannel({
 *   name: 'mail', host: 'smtp.example.com', username: 'fleet', password: process.env.SMTP_PASSWORD,
 *   from: 'fleetglass@example.com', to: ['oncall@example.com'],
 * });
 * ```
 */
export function emailChannel(options: EmailChannelOptions): Channel {
  const given = parseOptions(emailOptions, options);
  const { name, from, to, timeoutMs, group } = given;
  const domain = from.replace(/^.*@/, '');
  const idOf = (key: string): string => `<${createHash('sha256').update(key).digest('hex').slice(0, 32)}@${domain}>`;

  async function send(message: Message, { recipientsLeft, ...options }: MailOptions): Promise<void> {
    // A changed configuration may have fewer recipients.
    const recipients = to.filter((each) => recipientsLeft === undefined || recipientsLeft.includes(each));
    if (recipients.length === 0) return;
    const { accepted, rejectedErrors: refused = [] } = await sendMail(given, {
      from,
      to: [...to],
      envelope: { from, to: recipients },
      subject: message.title,
      text: plainText(message),
      date: new Date(message.at),
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...options,
    });
    if (refused.length === 0) return;
    const again = refused.flatMap(({ recipient = '', responseCode = 0 }) => (isFinal(responseCode) ? [] : recipient));
    const named = refused.map(({ recipient = '', responseCode = 0 }) => `${recipient} (${responseCode})`);
    const problem = `${given.host} refused ${named.join(', ')}`;
    const error = again.length > 0 ? new Error(problem) : new UndeliverableError(problem);
    const isPartial = accepted.length > 0 || recipientsLeft !== undefined;
    throw Object.assign(error, isPartial ? { recipientsLeft: again } : {});
  }

  return {
    name,
    timeoutMs,
    group,
    deliver({ event }, options) {
      const ids = { messageId: idOf(event.idempotencyKey), references: idOf(event.alert.key) };
      return send(messageOf(event), { ...ids, ...options });
    },
    deliverDigest: (digest, options) =>
      send(digestMessageOf(digest), { messageId: idOf(digest.idempotencyKey), ...options }),
  };
}

type MailOptions = DeliveryOptions & { readonly messageId: string; readonly references?: string };

const PORTS = { starttls: 587, implicit: 465, none: 25 };

/** The failures of an authentication. The operator may correct the password, so they are tried again. */
const AUTHENTICATION = new Set([530, 534, 535, 538]);

type Mail = Parameters<ReturnType<typeof import('nodemailer').createTransport>['sendMail']>[0];

/** Sends a mail over a connection of its own. @returns the recipients that the server accepted and refused */
async function sendMail(options: v.InferOutput<typeof emailOptions>, mail: Mail) {
  const { host, tls, port = PORTS[tls], username, password, ca, timeoutMs = 10_000 } = options;
  const { createTransport } = await importNodemailer();
  const transport = createTransport({
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    ...(password !== undefined && { auth: { user: username, pass: password } }),
    ...(ca !== undefined && { tls: { ca } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return transport.sendMail(mail).catch((error: NodemailerError) => {
    // The server refused all recipients.
    if (error.rejectedErrors !== undefined) return { accepted: [], rejectedErrors: error.rejectedErrors };
    throw failureOf(error, host);
  });
}

function isFinal(responseCode: number): boolean {
  return responseCode >= 500 && !AUTHENTICATION.has(responseCode);
}

/** The codes of errors about the sender or the message. After any other error, the mail is tried again. */
const OF_MESSAGE: readonly unknown[] = ['EENVELOPE', 'EMESSAGE'];

/** Makes a new message: those of nodemailer quote the server, and the server may quote the password. */
function failureOf({ code, responseCode }: NodemailerError, host: string): Error {
  if (code === 'ETLS') return new Error(`${host} has no TLS that can be used (ETLS)`);
  if (responseCode === undefined)
    return new Error(`${host} cannot be reached${code === undefined ? '' : ` (${code})`}`);
  const message = `${host} answered ${responseCode}`;
  return OF_MESSAGE.includes(code) && isFinal(responseCode) ? new UndeliverableError(message) : new Error(message);
}

/** The package is optional, so it is imported only when a mail is sent. @internal */
export async function importNodemailer(): Promise<typeof import('nodemailer')> {
  try {
    return await import('nodemailer');
  } catch {
    throw new Error('the package nodemailer is not installed: npm install nodemailer');
  }
}
