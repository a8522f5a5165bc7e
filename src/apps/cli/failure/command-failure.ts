import { CommanderError } from 'commander';
import { FleetError, type FleetErrorCode } from '../../../core/shared/fleet-error.js';
import { variables } from '../../terminal/environment-variables.js';
import { proxyVariable } from '../../terminal/use-proxy.js';
import { Interrupted, RemoteError, UsageError } from '../../terminal/command-errors.js';
import { exitCodes } from './exit-codes.js';

export interface CommandFailure {
  readonly exitCode: number;
  /** The printed JSON. Its `message` is for people. */
  readonly error: { readonly code: string; readonly message: string } & Readonly<Record<string, unknown>>;
  readonly hint?: string | undefined;
}

const UNREACHABLE_HINT =
  'Check that the service runs and that --base-url is its address. `fleetglass serve` starts a local service.';

/** @param env tells whether requests go through a proxy */
export function toCommandFailure(thrown: unknown, env: NodeJS.ProcessEnv = {}): CommandFailure {
  const exitCode = exitCodeOf(thrown);
  if (thrown instanceof FleetError) {
    const { code, operation, status, retryAfterMs, issues } = thrown;
    // `baseUrl`, and the hint after the semicolon, are for programs that use the library.
    const message = thrown.message.replace(/^configure: baseUrl: ([^;]*).*/, 'Invalid address of the service: $1');
    const error = { code, operation, message, status, retryAfterMs, issues };
    return { exitCode, error, hint: hintFor(thrown, proxyVariable(env)) };
  }
  if (thrown instanceof CommanderError) {
    // The value of an unknown option may be a password.
    const message = thrown.message
      .replace(/^error: /, '')
      .replace(/^unknown option '(--[^'=]*|-[^-])[^]*?'($|\n)/, "unknown option '$1'$2");
    const isCredential = /^unknown option '(?:--?(?:u|user|username|p|pass|password|token|credentials))'/.test(message);
    const hint = isCredential ? CREDENTIALS_HINT : 'Run the command with --help to see its options.';
    return { exitCode, error: { code: 'usage', message }, hint };
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (thrown instanceof UsageError) return { exitCode, error: { code: 'usage', message } };
  return { exitCode, error: { code: thrown instanceof RemoteError ? thrown.code : 'failed', message } };
}

const ACCOUNT_HINT = `Check the account in ${variables.username} and ${variables.password}, or run \`fleetglass login\` again.`;
const CREDENTIALS_HINT = `Credentials come from ${variables.username} and ${variables.password}, never from an argument: ps shows arguments to all users.`;
const BASE_URL_HINT = `Check the address in --base-url or ${variables.baseUrl}.`;

function hintFor({ code, operation, status, retryAfterMs, issues }: FleetError, proxy?: string): string | undefined {
  switch (code) {
    case 'invalid-request':
      if (operation !== 'configure') return undefined;
      return issues?.[0]?.path.startsWith('credentials') ? ACCOUNT_HINT : BASE_URL_HINT;
    case 'unauthorized':
      return ACCOUNT_HINT;
    case 'not-found':
      return operation === 'get-database'
        ? 'Check the id, and that the account and the address are those of the database. `fleetglass list` shows the kept ids.'
        : BASE_URL_HINT;
    case 'rate-limited':
      return retryAfterMs === undefined ? undefined : `Try again after ${Math.ceil(retryAfterMs / 1000)} s.`;
    case 'unavailable':
      if (status !== undefined) return undefined;
      return proxy === undefined
        ? UNREACHABLE_HINT
        : `${UNREACHABLE_HINT} Requests to other machines go through the proxy of ${proxy}: check it and NO_PROXY.`;
    case 'timeout':
      return 'Increase the time limit with --timeout-ms.';
    case 'in-use':
      return operation === 'configure'
        ? 'End the other process, for example a dashboard, or choose another directory with --state.'
        : undefined;
    case 'storage':
      return operation === 'configure' ? `Choose another directory with --state or ${variables.state}.` : undefined;
    case 'outcome-unknown':
      return 'The database may exist. Check before you create it again.';
    default:
      return undefined;
  }
}

const byErrorCode: Readonly<Record<FleetErrorCode, number>> = {
  'invalid-request': exitCodes.usage,
  unauthorized: exitCodes.refused,
  forbidden: exitCodes.refused,
  'not-found': exitCodes.refused,
  'rate-limited': exitCodes.refused,
  rejected: exitCodes.refused,
  'bad-response': exitCodes.refused,
  unavailable: exitCodes.unreachable,
  timeout: exitCodes.unreachable,
  'outcome-unknown': exitCodes.outcomeUnknown,
  aborted: exitCodes.interrupted,
  storage: exitCodes.failed,
  'in-use': exitCodes.failed,
  disposed: exitCodes.failed,
};

function exitCodeOf(error: unknown): number {
  // With a status, the database was created.
  if (error instanceof FleetError && error.code === 'storage' && error.status) return exitCodes.outcomeUnknown;
  if (error instanceof FleetError || error instanceof RemoteError) return byErrorCode[error.code];
  // Commander also throws after it has printed the help or the version, with exit code 0.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
  if (error instanceof Interrupted) return exitCodes.interrupted;
  // `watch --once` ends with 1 if an alert fires, and with 2 if it cannot tell.
  return error instanceof UsageError ? exitCodes.usage : exitCodes.failed;
}
