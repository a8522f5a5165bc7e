import { inspectCredentials, type Credentials } from '../core/api/credentials.js';
import { isObject } from '../core/api/inspect.js';
import { readOwnMembers } from '../core/api/read-members.js';
import { inspectNames } from '../core/api/read-options.js';
import type { Clock } from '../core/shared/clock.js';
import type { FleetIssue } from '../core/shared/fleet-error.js';
import { describeIssues } from './shared/describe-issues.js';
import { controlTokenProblem } from './control/control-token.js';
import { inspectSeed, type Seed, type Seeded } from './account/seed.js';

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

const MEMORY_NAMES = [
  'credentials',
  'seed',
  'controlToken',
  'strict',
  'lifecycle',
  'clock',
  'random',
  'onSeeded',
  'onNotice',
] as const satisfies readonly (keyof MemoryServiceOptions)[];

const NAMES = [...MEMORY_NAMES, 'directory', 'redis'] as const satisfies readonly (keyof ServiceOptions)[];

/**
 * Reads each option once, and only own properties: a member of a polluted `Object.prototype` is not an option.
 *
 * @throws Error that names every invalid path, without its value.
 */
export function readServiceOptions(given: ServiceOptions): ServiceOptions {
  return read(given, NAMES);
}

/** Reads the options of a service in memory, as {@link readServiceOptions} does: `directory` and `redis` are unknown. */
export function readMemoryServiceOptions(given: MemoryServiceOptions): MemoryServiceOptions {
  return read(given, MEMORY_NAMES);
}

function read(given: ServiceOptions, names: readonly string[]): ServiceOptions {
  const options = readOwnMembers(given, names) as ServiceOptions | undefined;
  const issues =
    options === undefined
      ? [{ path: '', message: 'expected options' }]
      : [...inspectServiceOptions(options), ...inspectNames(given, names)];
  if (options === undefined || issues.length > 0)
    throw new Error(`Invalid service options: ${describeIssues(issues)}.`);
  return options;
}

function inspectServiceOptions(options: ServiceOptions): FleetIssue[] {
  const { directory, seed = {}, controlToken, redis = 'off', lifecycle = {} } = options;
  const tokenProblem = controlToken === undefined ? undefined : controlTokenProblem(controlToken);
  return [
    ...inspectCredentials(options.credentials),
    ...check('directory', directory === undefined || isText(directory), 'expected the path of a directory'),
    ...inspectSeed(seed).map(({ path, message }) => ({ path: path === '' ? 'seed' : `seed.${path}`, message })),
    ...check('controlToken', tokenProblem === undefined, tokenProblem ?? ''),
    ...check('redis', ['auto', 'on', 'off'].includes(redis), 'expected "auto", "on" or "off"'),
    ...check('strict', options.strict === undefined || typeof options.strict === 'boolean', 'expected a boolean'),
    ...inspectLifecycle(lifecycle),
    ...check('clock', isClock(options.clock), 'expected a Clock'),
    ...(['random', 'onSeeded', 'onNotice'] as const).flatMap((name) =>
      check(name, options[name] === undefined || typeof options[name] === 'function', 'expected a function'),
    ),
  ];
}

function inspectLifecycle(lifecycle: NonNullable<ServiceOptions['lifecycle']>): FleetIssue[] {
  if (!isObject(lifecycle))
    return [{ path: 'lifecycle', message: 'expected an object with creatingMs and updatingMs' }];
  const names = ['creatingMs', 'updatingMs'] as const;
  return [
    ...names.flatMap((name) =>
      check(`lifecycle.${name}`, isDuration(lifecycle[name] ?? 0), 'expected milliseconds, 0 or more'),
    ),
    ...inspectNames(lifecycle, names).map(({ path, message }) => ({ path: `lifecycle.${path}`, message })),
  ];
}

function isClock(clock: unknown): boolean {
  const isOne = (given: Record<string, unknown>): boolean =>
    ['now', 'monotonic', 'schedule'].every((name) => typeof given[name] === 'function');
  return clock === undefined || (isObject(clock) && isOne(clock));
}

function check(path: string, isGood: boolean, message: string): FleetIssue[] {
  return isGood ? [] : [{ path, message }];
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && !value.includes('\0');
}

function isDuration(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
