/** The user ended the command at the terminal while it asked a question or waited. */
export class Interrupted extends Error {
  constructor() {
    super('interrupted');
  }
}

/** Wrong usage that the parser of the command line cannot detect. The message is printed for people. */
export class UsageError extends Error {}

/** A monitor, a channel or a change of a database failed the command. The codes are those of a FleetError. */
export class RemoteError extends Error {
  readonly code: 'unauthorized' | 'unavailable' | 'bad-response' | 'timeout';

  constructor(code: RemoteError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
