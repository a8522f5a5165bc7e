import { FleetError } from '../shared/fleet-error.js';

/** Fetch failed before a response. Only the error code and the system call are kept: the rest may hold credentials. */
export class ConnectionFailure extends Error {
  /** Such as `ECONNREFUSED`; absent in browsers. */
  readonly code: string | undefined;
  /** The failed call of the system, such as `connect`. */
  readonly syscall: unknown;

  constructor(thrown: unknown) {
    super('the connection failed');
    const { code, syscall } = systemErrorOf(thrown);
    this.code = code;
    this.syscall = syscall;
  }
}

/** Matches the error codes of the system, of TLS and of Node's fetch. Any other text could be a secret. */
const KNOWN_CODE =
  /^(?:E(?:AI_AGAIN|CONN(?:ABORTED|REFUSED|RESET)|(?:HOST|NET)UNREACH|NOTFOUND|PIPE|PROTO|TIMEDOUT)|(?:CERT|ERR_SSL|ERR_TLS|HPE|UNABLE_TO|UND_ERR)_[A-Z_]+|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT[A-Z_]*)$/;

/** Fetch wraps the error of the socket, and ofetch wraps the error of fetch. */
const MAX_CAUSES = 5;

function systemErrorOf(thrown: unknown): { code?: string; syscall?: unknown } {
  let error: { code?: unknown; syscall?: unknown; cause?: unknown } | undefined = Object(thrown);
  for (let depth = 0; depth < MAX_CAUSES && error !== undefined; depth++) {
    const { code, syscall, cause } = error;
    if (typeof code === 'string' && KNOWN_CODE.test(code)) return { code, syscall };
    error = cause === undefined ? undefined : Object(cause);
  }
  return {};
}

/** The error of a create that was passed to fetch: `outcome-unknown`, unless the service certainly created nothing. */
export function createOutcome(error: FleetError, failure: unknown): FleetError {
  const { code, operation, status, retryAfterMs } = error;
  const wasRefused = status !== undefined && status >= 400 && status < 500 && status !== 408;
  if (wasRefused || (failure instanceof ConnectionFailure && isBeforeSending(failure))) return error;
  const because = status === undefined ? code : `${code}, status ${status}`;
  const message = `the request was sent, and it is unknown whether it took effect (${because})`;
  return new FleetError('outcome-unknown', operation, message, { status, retryAfterMs });
}

const BEFORE_SENDING: ReadonlySet<string | undefined> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CLOSED',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** Whether no request was sent. If the route is lost after the sending, `read` or `write` fails with the same codes. */
function isBeforeSending({ code, syscall }: ConnectionFailure): boolean {
  return BEFORE_SENDING.has(code) && syscall !== 'read' && syscall !== 'write';
}
