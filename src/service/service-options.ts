import type { Clock } from '../core/shared/clock.js';
import { isObject } from '../core/shared/is-object.js';
import * as o from '../core/shared/option-schemas.js';
import { readOptions } from '../core/shared/read-options.js';
import { describeIssues, issueOf, issuesIn } from '../core/shared/refuse-issues.js';
import { inspectCredentials, type Credentials } from '../core/wire/credentials.js';
import { inspectSeed, type Seed, type Seeded } from './account/seed.js';
import { controlTokenProblem } from './shared/equal-secrets.js';

/** Options of `createMemoryService`. */
export interface MemoryServiceOptions {
  /** The user name and password that every operation requires (api.md, Authentication). */
  readonly credentials: Credentials;
  /** The databases and indices of a new service, and of the service after a reset. @default none */
  readonly seed?: Seed;
  /** Enables the control API under `/control`. Its callers send `Authorization: Bearer <token>`. @default no control API */
  readonly controlToken?: string;
  /**
   * Whether a create with undocumented fields is refused with 400. Otherwise such fields are ignored, and the request
   * log of the control API lists their names.
   *
   * @default false
   */
  readonly strict?: boolean;
  /** How long a new database is `creating` and then `updating`, milliseconds. @default 2000 and 1000 */
  readonly lifecycle?: { readonly creatingMs?: number; readonly updatingMs?: number };
  /** @default the system's clock */
  readonly clock?: Clock;
  /** Returns numbers from 0 to just below 1. Passwords and tokens are made from them. @default secure random numbers */
  readonly random?: () => number;
  /**
   * Gets the ids of the seeded databases and indices, because the API lists no databases. Called before the first
   * answer when a new directory or a service in memory is opened, and at each reset.
   *
   * @default ignores them
   */
  readonly onSeeded?: (seeded: Seeded) => void;
  /** Gets messages for people, such as that redis-server was not found. @default ignores them */
  readonly onNotice?: (message: string) => void;
}

/** Options of `createService`. */
export interface ServiceOptions extends MemoryServiceOptions {
  /**
   * The directory that stores databases and indices. The service creates the directory if it does not exist. One
   * service at a time can use it. Needs the package `classic-level`.
   *
   * @default none: databases and indices are in memory, and end with the service
   */
  readonly directory?: string;
  /**
   * Whether each database gets its own redis-server. Without an installed redis-server, `on` fails, and `auto` sends a
   * notice and keeps records only.
   *
   * @default 'off'
   */
  readonly redis?: 'auto' | 'on' | 'off';
}

export const memoryServiceOptions: o.Options = {
  // Checked by their own rules.
  credentials: o.checkedElsewhere(),
  seed: o.checkedElsewhere(),
  controlToken: o.checkedElsewhere(),
  strict: o.optional(o.aBoolean),
  lifecycle: o.optional(o.objectOf({ creatingMs: o.optional(o.amount), updatingMs: o.optional(o.amount) })),
  clock: o.optional(o.withMethods<Clock>('a Clock', 'now', 'monotonic', 'schedule')),
  random: o.optional(o.aFunction()),
  onSeeded: o.optional(o.aFunction()),
  onNotice: o.optional(o.aFunction()),
};

export const serviceOptions: o.Options = {
  ...memoryServiceOptions,
  directory: o.optional(o.custom<string>(o.isPath, 'the path of a directory')),
  redis: o.optional(o.custom((value) => ['auto', 'on', 'off'].includes(value as string), '"auto", "on" or "off"')),
};

/** Checks the options of a service. @throws Error that names every invalid path, without its value. */
export function readServiceOptions<T extends MemoryServiceOptions>(options: o.Options, given: T): T {
  const { credentials, seed = {}, controlToken } = isObject(given) ? given : ({} as Partial<T>);
  const issues = [
    ...inspectCredentials(credentials),
    ...issuesIn('seed', inspectSeed(seed)),
    ...issueOf(controlToken === undefined ? undefined : controlTokenProblem(controlToken), 'controlToken'),
    ...readOptions(options, given).issues,
  ];
  if (issues.length > 0) throw new Error(`Invalid service options: ${describeIssues(issues)}.`);
  return { ...given };
}
