import ms from 'ms';
import * as v from 'valibot';
import { baseUrlProblem, hasEncodedAccount } from '../../../core/wire/base-url.js';

/* The message of each field completes the sentence "expected …". */

export function described<const S extends v.GenericSchema>(schema: S, description: string) {
  return v.pipe(schema, v.description(description));
}

export function withDefault<const S extends v.GenericSchema, const D extends v.InferInput<S>>(
  schema: S,
  byDefault: D,
  description: string,
) {
  // An empty object or list says nothing: its members have defaults of their own.
  const words = typeof byDefault === 'object' ? '' : ` Default: ${String(byDefault)}`;
  // The JSON Schema leaves out a description beside a transform, so the description follows the whole pipe.
  return v.pipe(v.optional(schema, byDefault), v.description(description + words));
}

const DURATION = /^\d{1,9}(?:\.\d{1,6})? ?(?:ms|s|m|h|d|w)$/;
const A_DURATION = 'a duration such as 30s, 5m or 24h';

/** A duration as text. Becomes milliseconds. Longer durations are mistakes. */
export function duration(least: ms.StringValue, most: ms.StringValue = '52w') {
  const [leastMs, mostMs] = [ms(least), ms(most)];
  return v.pipe(
    v.string(A_DURATION),
    v.regex(DURATION, A_DURATION),
    v.transform((text) => ms(text as ms.StringValue)),
    v.check((value) => value >= leastMs && value <= mostMs, `a duration from ${least} to ${most}`),
  );
}

const UNITS = { d: ms('1d'), h: ms('1h'), m: ms('1m'), s: ms('1s') };

/** Writes a duration in the largest unit that divides it, as a configuration has it. `ms` would round 90s to 2m. */
export function formatDuration(durationMs: number): string {
  const [unit, unitMs] = Object.entries(UNITS).find(([, size]) => durationMs % size === 0) ?? ['ms', 1];
  return `${durationMs / unitMs}${unit}`;
}

export const flag = v.boolean('true or false');

// YAML reads a password or a port without quotes as a number.
const A_TEXT = 'a text that is not empty; put quotes around a number';
export const text = v.pipe(v.string(A_TEXT), v.nonEmpty(A_TEXT));

/** No shell reads the file: the path would name a directory `~`. */
export const hasTilde = (given: string): boolean => /^~(?:[/\\]|$)/.test(given);

export const path = v.pipe(
  v.string('a path'),
  v.nonEmpty('a path'),
  v.check((given) => !hasTilde(given), 'a path without ~: write ${HOME}'),
);

export { aName as name, matching, optional } from '../../../monitor/rules/check-members.js';

export function integer(least: number, most: number) {
  const expected = `an integer from ${least} to ${most}`;
  return v.pipe(v.number(expected), v.integer(expected), v.minValue(least, expected), v.maxValue(most, expected));
}

export function ratio(most: number) {
  const expected = `a number from 0 to ${most}, such as 0.9 for 90 %`;
  return v.pipe(v.number(expected), v.minValue(0, expected), v.maxValue(most, expected));
}

export function choice<const O extends readonly string[]>(options: O) {
  return v.picklist(options, options.join(', '));
}

export function list<const S extends v.GenericSchema>(item: S, expected: string) {
  return v.pipe(v.array(item, `a list of ${expected}`), v.nonEmpty(`at least one item in the list of ${expected}`));
}

export const texts = v.record(v.string(), v.string('a text; put quotes around a number'), 'a mapping of texts');

const A_COMMAND = 'a list of texts: the program and its arguments';

export const command = v.pipe(
  v.array(v.string('a text'), A_COMMAND),
  v.nonEmpty(A_COMMAND),
  v.checkItems((each, at) => at > 0 || each !== '', 'the name of a program'),
);

export const serviceUrl = v.pipe(
  v.string('a URL'),
  v.check(
    (url) => baseUrlProblem(url) === undefined,
    ({ input }) => `a URL. ${baseUrlProblem(input)}`,
  ),
);

export const httpUrl = v.pipe(
  v.string('a URL'),
  v.check((url) => ['http:', 'https:'].includes(parse(url)?.protocol ?? ''), 'a URL of https: or http:'),
  v.check((url) => parse(url)?.username === '', 'a URL without a user name and password'),
);

const A_REDIS_URL = 'a URL such as rediss://user:password@redis.example.com:6379, with %25 for % in the password';

/** An address of Redis. It may contain a password. */
export const redisUrl = v.pipe(v.string(A_REDIS_URL), v.check(isRedisUrl, A_REDIS_URL));

export function isRedisUrl(url: string): boolean {
  const { protocol = '', hostname = '' } = parse(url) ?? {};
  return ['redis:', 'rediss:'].includes(protocol) && hostname !== '' && hasEncodedAccount(url);
}

function parse(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}
