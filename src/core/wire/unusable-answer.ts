/** An answer arrived and cannot be used. The message contains no text of the answer. */
export class UnusableAnswer extends Error {}
