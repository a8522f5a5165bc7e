/** An answer arrived and cannot be used. Its message is made of our own words only, never of the answer's. */
export class UnusableAnswer extends Error {}
