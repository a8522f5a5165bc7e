import { CommanderError } from 'commander';
import { FleetError, type FleetErrorCode } from '../../core/shared/fleet-error.js';
import { Interrupted } from '../terminal/interrupted.js';
import { UsageError } from '../terminal/usage-error.js';

/** How the command ends. Scripts branch on these: a number never changes its meaning. */
export const exitCodes = {
  /** Done; also a service that was told to stop. */
  good: 0,
  /** Anything else that went wrong here: a port in use, a directory that cannot be opened, a step of the demonstration. */
  failed: 1,
  /** Wrong usage, or no credentials; nothing was sent. */
  usage: 2,
  /** The service refused, or what it answered cannot be used. */
  refused: 3,
  /** Not reachable, failing, or too slow: worth trying again. */
  unreachable: 4,
  /** A create was sent and nobody can say whether it took effect. Apart from 4, which scripts try again. */
  outcomeUnknown: 5,
  /** Ended by Ctrl-C, as shells number it: 128 and SIGINT. */
  interrupted: 130,
} as const;

const ofFleetError: Readonly<Record<FleetErrorCode, number>> = {
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
  disposed: exitCodes.failed,
};

/** The exit code for whatever ended the command. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof FleetError) return ofFleetError[error.code];
  // Of commander's own ends some are good: help and version were asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.good : exitCodes.usage;
  if (error instanceof Interrupted) return exitCodes.interrupted;
  return error instanceof UsageError ? exitCodes.usage : exitCodes.failed;
}
