import * as v from 'valibot';
import { baseUrlProblem } from '../../../core/api/base-url.js';

/** The address of the service. */
export const serviceUrl = v.pipe(
  v.string('expected a URL'),
  v.check(
    (url) => baseUrlProblem(url) === undefined,
    ({ input }) => baseUrlProblem(input) ?? '',
  ),
);

/** An address of http or https without credentials in it. */
export const httpUrl = v.pipe(
  v.string('expected a URL'),
  v.check((url) => ['http:', 'https:'].includes(parse(url)?.protocol ?? ''), 'expected a URL of https: or http:'),
  v.check((url) => (parse(url)?.username ?? '') === '', 'must not contain a user name or password'),
);

function parse(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}
