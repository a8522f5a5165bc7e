/**
 * The mutants that behave as the original code does, so that no test can notice them, and why. By module; a mutant is
 * written as in the kept results, without the number of its line. They do not count in the score.
 */
export const equalMutants: Readonly<Record<string, Readonly<Record<string, string>>>> = {};
