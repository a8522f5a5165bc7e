import { CommanderError } from 'commander';
import { FleetError, type FleetErrorCode } from '../../../core/shared/fleet-error.js';
import {
  Interrupted,
  MonitorError,
  UndecidedError,
  UndeliveredError,
  UsageError,
  WaitTimeout,
} from '../../terminal/command-errors.js';

/** The exit codes of the command. Scripts depend on them: a number never changes its meaning. */
export const exitCodes = {
  /** Success. Also a service that the user stopped. */
  success: 0,
  /** A failure on this machine: a port in use, a directory that cannot be opened, a failed step of the demonstration. */
  failed: 1,
  /** Wrong usage, or no credentials; nothing was sent. */
  usage: 2,
  /** The service refused the request, or its answer cannot be used. */
  refused: 3,
  /** The service or a channel cannot be reached, fails, or is too slow. A script can try again. */
  unreachable: 4,
  /** A create was sent, and its outcome is unknown. Differs from 4, so that scripts do not try again. */
  outcomeUnknown: 5,
  /** Ended by Ctrl-C. Shells use 128 plus the number of SIGINT. */
  interrupted: 130,
} as const;

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

export function exitCodeOf(error: unknown): number {
  if (error instanceof FleetError || error instanceof MonitorError) return byErrorCode[error.code];
  // Commander also throws after it has printed the help or the version, with exit code 0.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
  if (error instanceof Interrupted) return exitCodes.interrupted;
  if (error instanceof WaitTimeout || error instanceof UndeliveredError) return exitCodes.unreachable;
  // `watch --once` ends with 1 if an alert fires, and with 2 if it cannot tell.
  return error instanceof UsageError || error instanceof UndecidedError ? exitCodes.usage : exitCodes.failed;
}
