/** A read that failed for a known reason. Its message contains no secret, no address and no text of the server. */
export class ReadFailure extends Error {}
