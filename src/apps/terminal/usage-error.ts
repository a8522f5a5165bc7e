/** The command was used wrongly, in a way that its parser does not know. The message is for people. */
export class UsageError extends Error {}
