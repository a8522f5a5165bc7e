import * as v from 'valibot';
import { baseUrlProblem } from '../../../core/wire/base-url.js';

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

/** An address of Redis. It may contain a password. */
export const redisUrl = v.pipe(
  v.string(A_REDIS_URL()),
  v.check((url) => isRedisUrl(url), A_REDIS_URL()),
);

export function isRedisUrl(url: string): boolean {
  return ['redis:', 'rediss:'].includes(parse(url)?.protocol ?? '') && parse(url)?.hostname !== '';
}

export function A_REDIS_URL(): string {
  return 'expected a URL such as rediss://user:password@redis.example.com:6379';
}

function parse(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}
