/** The exit codes of the command. Scripts depend on them: a number never changes its meaning. */
export const exitCodes = {
  success: 0,
  /** A failure on this machine: a port in use, a directory that cannot be opened, a failed step of the demonstration. */
  failed: 1,
  /** Wrong usage, or no credentials; nothing was sent. */
  usage: 2,
  /** The service or a monitor refused the request, or its answer cannot be used. */
  refused: 3,
  /** A service, monitor or channel cannot be reached, fails, or is too slow. A script can try again. */
  unreachable: 4,
  /** A create was sent: its outcome is unknown, or its id is not kept. Differs from 4, so scripts do not try again. */
  outcomeUnknown: 5,
  interrupted: 130,
} as const;
