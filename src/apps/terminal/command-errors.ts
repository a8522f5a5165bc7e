/** The user ended the command at the terminal while it asked a question or waited. */
export class Interrupted extends Error {
  constructor() {
    super('interrupted');
  }
}

/** Wrong usage that the parser of the command line cannot detect. The message is printed for people. */
export class UsageError extends Error {}

export class UndeliveredError extends Error {}

/** `watch --once` lacks data to tell whether an alert fires. The exit code is the one of wrong usage. */
export class UndecidedError extends UsageError {}

/** A monitor refuses a request, cannot be reached, or gives an answer that cannot be used. */
export class MonitorError extends Error {
  readonly code: 'unauthorized' | 'unavailable' | 'bad-response';

  constructor(code: MonitorError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** A wait that took too long. The awaited event may still come. */
export class WaitTimeout extends Error {}
