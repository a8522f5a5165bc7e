import { UndeliverableError } from './channel.js';

export interface MailServer {
  readonly host: string;
  readonly port?: number | undefined;
  readonly tls: keyof typeof PORTS;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly ca?: string | undefined;
  readonly timeoutMs?: number | undefined;
}

const PORTS = { starttls: 587, implicit: 465, none: 25 };

/** The failures of an authentication. The operator may mend the password, so they are tried again. */
const AUTHENTICATION = new Set([530, 534, 535, 538]);

type Mail = Parameters<ReturnType<typeof import('nodemailer').createTransport>['sendMail']>[0];

/** Sends a mail over a connection of its own. @returns whether the server accepted a recipient, and those it refused */
export async function sendMail(options: MailServer, mail: Mail) {
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
  const { accepted = [], rejectedErrors = [] } = await transport.sendMail(mail).catch((error: SmtpError) => {
    // The server refused all recipients.
    if (error.rejectedErrors !== undefined) return error;
    throw failureOf(error, host);
  });
  const refused = (rejectedErrors as readonly SmtpError[]).map(({ recipient = '', responseCode = 0 }) => {
    return { recipient, code: responseCode, isFinal: isFinal(responseCode) };
  });
  return { isAccepted: accepted.length > 0, refused };
}

function isFinal(responseCode: number): boolean {
  return responseCode >= 500 && !AUTHENTICATION.has(responseCode);
}

interface SmtpError extends Error {
  readonly code?: string | undefined;
  readonly responseCode?: number | undefined;
  readonly recipient?: string | undefined;
  readonly accepted?: readonly unknown[] | undefined;
  readonly rejectedErrors?: readonly SmtpError[] | undefined;
}

/** The failures of a sender and of a message. Those of a connection are tried again, whatever their code. */
const OF_MESSAGE: readonly unknown[] = ['EENVELOPE', 'EMESSAGE'];

/** The messages of nodemailer quote the server, and the server may quote what it got. */
function failureOf({ code, responseCode }: SmtpError, host: string): Error {
  if (code === 'ETLS') return new Error(`${host} has no TLS that can be used (ETLS)`);
  if (responseCode === undefined)
    return new Error(`${host} cannot be reached${code === undefined ? '' : ` (${code})`}`);
  const message = `${host} answered ${responseCode}`;
  return OF_MESSAGE.includes(code) && isFinal(responseCode) ? new UndeliverableError(message) : new Error(message);
}

/** The package is optional, so it is imported only when a mail is sent. */
export async function importNodemailer(): Promise<typeof import('nodemailer')> {
  try {
    return await import('nodemailer');
  } catch {
    throw new Error('the package nodemailer is not installed: npm install nodemailer');
  }
}
