import { ReadFailure } from '../read-failure.js';

const CLOSED = 'the server closed the connection';
const UNREACHABLE = 'the host cannot be reached. Check the network and the firewalls between this machine and the host';

const BY_CODE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing accepts connections at the endpoint and port of the record',
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  ENOTFOUND: 'the host name is not known. Check the endpoint of the record, or the option `hostOf`',
  EAI_AGAIN: 'the name server does not answer',
  ETIMEDOUT: UNREACHABLE,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  EHOSTDOWN: UNREACHABLE,
};

/** Errors of Redis by their first word. */
const BY_WORD: Readonly<Record<string, string>> = {
  WRONGPASS: 'the database refuses the password',
  NOAUTH: 'the database requires a password, and none is known. Pass the option `credentials`',
  NOPERM: 'the user may not run INFO. Allow it in the access control list, or pass another user in `credentials`',
  LOADING: 'the database is loading its data',
};

const BY_TEXT: readonly (readonly [RegExp, code: string, message: string])[] = [
  // Before version 6.
  [/^ERR invalid password/, 'WRONGPASS', BY_WORD['WRONGPASS'] as string],
  [/^ERR (?:AUTH <password> called without|Client sent AUTH, but no password)/, 'NOPASSWORD', 'no password is needed'],
  [/^ERR max number of clients/, 'MAXCLIENTS', 'the database has as many clients as it allows'],
  [/^ERR unknown command/, 'UNKNOWN', 'the server does not know the commands AUTH and INFO'],
];

/** Says in plain words why a command failed. An error of the client holds the command, so only its code is used. */
export function readFailureOf(error: unknown): ReadFailure {
  if (error instanceof ReadFailure) return error;
  const { name, code: given = '', message } = error as NodeJS.ErrnoException;
  if (name === 'ReplyError') return describeReply(message);
  const code = /^[A-Z][A-Z0-9_]{2,60}$/.test(given) ? given : '';
  const known = BY_CODE[code];
  if (known !== undefined) return new ReadFailure(known);
  if (/^(?:EPROTO|ERR_SSL)/.test(code))
    return new ReadFailure(`TLS fails (${code}). Check whether the server speaks TLS on this port`);
  if (/CERT|SIGNED|ALTNAME|UNABLE_TO/.test(code))
    return new ReadFailure(`the TLS certificate is not trusted (${code}). Pass your authority as \`ca\` in \`tls\``);
  return new ReadFailure(code === '' ? CLOSED : `the connection fails (${code})`);
}

function describeReply(text: string): ReadFailure {
  for (const [pattern, code, message] of BY_TEXT) if (pattern.test(text)) return new ReadFailure(message, code);
  const word = /^[A-Z]{2,20}\b/.exec(text)?.[0] ?? 'ERR';
  return new ReadFailure(BY_WORD[word] ?? `the database answers with an error (${word})`, word);
}
