import { closest, distance } from 'fastest-levenshtein';
import ms from 'ms';
import * as v from 'valibot';

/** Adds the description that an editor shows. */
export function described<const S extends v.GenericSchema>(schema: S, description: string) {
  return v.pipe(schema, v.description(description));
}

/** A mapping with these members and no other. */
export function mapping<const E extends v.ObjectEntries>(entries: E) {
  const unknown = v.never(UNKNOWN_KEY + Object.keys(entries).join(', '));
  const schema = v.objectWithRest(entries, unknown, ({ path }) => (path === undefined ? A_MAPPING : 'is missing'));
  // Its own type would give every object an index signature.
  return schema as unknown as v.ObjectSchema<E, undefined>;
}

export const A_MAPPING = 'expected a mapping';

/** Begins the message of an unknown key. The known keys follow. */
export const UNKNOWN_KEY = 'unknown key, expected one of ';

/** Returns the known name that differs least from a misspelt one, if it is similar enough. */
export function closestName(name: string, known: readonly string[]): string | undefined {
  const nearest = closest(name.toLowerCase(), known);
  return distance(name.toLowerCase(), nearest.toLowerCase()) <= (nearest.length < 4 ? 1 : 2) ? nearest : undefined;
}

const DURATION = /^\d{1,9}(?:\.\d{1,6})? ?(?:ms|s|m|h|d|w)$/;
/** Longer durations are mistakes. */
const MAX_MS = ms('52w');

/** A duration as text, such as `30s`, `5m` or `24h`. Becomes milliseconds. */
export function duration(least: ms.StringValue, most: ms.StringValue = '52w') {
  const [leastMs, mostMs] = [ms(least), Math.min(ms(most), MAX_MS)];
  const range = `expected a duration from ${least} to ${most}`;
  return v.pipe(
    v.string(A_DURATION),
    v.regex(DURATION, A_DURATION),
    v.transform((text) => ms(text as ms.StringValue)),
    v.check((value) => !(value < leastMs) && !(value > mostMs), range),
  );
}

const A_DURATION = 'expected a duration such as 30s, 5m or 24h';

export const flag = v.boolean('expected true or false');

/** A text that is not empty. */
export const text = v.pipe(v.string('expected a text'), v.nonEmpty('must not be empty'));

/** The system refuses texts with NUL. */
const withoutNul = v.check<string, string>((text) => !text.includes('\0'), 'must not contain a NUL character');

/** A path of a file or directory. */
export const path = v.pipe(v.string('expected a path'), v.nonEmpty('must not be empty'), withoutNul);

const A_NAME = 'expected a name of 1 to 100 letters, digits, - and _';

export const name = v.pipe(v.string(A_NAME), v.regex(/^[\w-]{1,100}$/, A_NAME));

export function integer(least: number, most: number) {
  const expected = `expected an integer from ${least} to ${most}`;
  return v.pipe(v.number(expected), v.integer(expected), v.minValue(least, expected), v.maxValue(most, expected));
}

/** A ratio such as 0.9 for 90 %. */
export function ratio(most: number) {
  const expected = `expected a number from 0 to ${most}, such as 0.9 for 90 %`;
  return v.pipe(v.number(expected), v.minValue(0, expected), v.maxValue(most, expected));
}

export function choice<const O extends readonly string[]>(options: O) {
  return v.picklist(options, `expected ${options.join(', ')}`);
}

const word = v.pipe(v.string('expected a text'), withoutNul);

const A_COMMAND = 'expected a list of texts: the program and its arguments';

/** A program and its arguments. */
export const command = v.pipe(
  v.array(word, A_COMMAND),
  v.nonEmpty(A_COMMAND),
  v.checkItems((each, at) => at > 0 || each !== '', 'expected the name of a program'),
);

/** A list with at least one item. */
export function list<const S extends v.GenericSchema>(item: S, expected: string) {
  return v.pipe(
    v.array(item, `expected a list of ${expected}`),
    v.nonEmpty(`expected at least one item in the list of ${expected}`),
  );
}
