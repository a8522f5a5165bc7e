import { CommanderError } from 'commander';
import { FleetError } from '../../core/shared/fleet-error.js';
import { baseUrlVariable, passwordVariable, usernameVariable } from '../terminal/environment-variables.js';
import { exitCodeOf } from './exit-codes.js';
import { UsageError } from '../terminal/usage-error.js';

/** Why a command ended badly. */
export interface CommandFailure {
  readonly exitCode: number;
  /** The facts, as JSON; its `message` is for people. */
  readonly error: { readonly code: string; readonly message: string } & Readonly<Record<string, unknown>>;
  /** What to do about it, for people. */
  readonly hint?: string;
}

/** Says why a command ended, from whatever was thrown. */
export function describeFailure(thrown: unknown): CommandFailure {
  const exitCode = exitCodeOf(thrown);
  if (thrown instanceof FleetError) return describeFleetError(thrown, exitCode);
  if (thrown instanceof CommanderError) {
    const message = withoutValue(thrown.message.replace(/^error: /, ''));
    return { exitCode, error: { code: 'usage', message }, hint: usageHint(message) };
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (thrown instanceof UsageError) return { exitCode, error: { code: 'usage', message } };
  return { exitCode, error: { code: 'failed', message } };
}

function describeFleetError(error: FleetError, exitCode: number): CommandFailure {
  const { code, operation, message, status, retryAfterMs, issues } = error;
  const hint = hintFor(error);
  return {
    exitCode,
    error: { code, operation, message, status, retryAfterMs, issues },
    ...(hint === undefined ? {} : { hint }),
  };
}

const ACCOUNT_HINT = `The account is the one in ${usernameVariable} and ${passwordVariable}.`;
const BASE_URL_HINT = `The base URL is that of --base-url or ${baseUrlVariable}.`;

function hintFor({ code, operation, status, retryAfterMs, issues }: FleetError): string | undefined {
  switch (code) {
    case 'invalid-request':
      if (operation !== 'configure') return undefined;
      return issues?.[0]?.path.startsWith('credentials') ? ACCOUNT_HINT : BASE_URL_HINT;
    case 'unauthorized':
      return ACCOUNT_HINT;
    case 'rate-limited':
      return retryAfterMs === undefined ? undefined : `The service asks to wait ${Math.ceil(retryAfterMs / 1000)} s.`;
    case 'unavailable':
      return status === undefined
        ? 'Is it running? --base-url says where it is, fleetglass serve starts a local one.'
        : undefined;
    case 'timeout':
      return '--timeout-ms gives it more time.';
    case 'outcome-unknown':
      return 'There may be a new database now. Look before you create it again.';
    default:
      return undefined;
  }
}

/** An unknown option is named without its value: that may be a password. */
function withoutValue(message: string): string {
  return message.replace(/^unknown option '(--[^'=]*|-[^-])[^]*?'($|\n)/, "unknown option '$1'$2");
}

function usageHint(message: string): string {
  return /^unknown option '(?:--?(?:u|user|username|p|pass|password|token|credentials))'/.test(message)
    ? `Credentials come from ${usernameVariable} and ${passwordVariable}, never from an argument: ps shows those.`
    : '--help shows how it is used, also after a command.';
}
