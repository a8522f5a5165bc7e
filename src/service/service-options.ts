import { inspectCredentials, type Credentials } from '../core/api/credentials.js';
import { inspectNames } from '../core/api/inspect-names.js';
import { isObject } from '../core/api/inspect.js';
import { readOwnMembers } from '../core/api/read-members.js';
import type { Clock } from '../core/shared/clock.js';
import type { FleetIssue } from '../core/shared/fleet-error.js';
import { describeIssues } from './describe-issues.js';
import { controlTokenProblem } from './control/control-token.js';
import { inspectSeed, type Seed, type Seeded } from './account/seed.js';

/** How the local service is to be. */
export interface ServiceOptions {
  /** The user name and password that every operation asks for (api.md, Authentication). */
  readonly credentials: Credentials;
  /**
   * Where databases and indices are kept. It is made if it is not there, and one service at a time can use it. Needs
   * the package `classic-level`.
   *
   * @default none: they are kept in memory and end with the service
   */
  readonly directory?: string;
  /** What it begins with when the directory is new, and goes back to on a reset. @default nothing */
  readonly seed?: Seed;
  /** Opens the control face at `/control`; its callers send `Authorization: Bearer <token>`. @default no control face */
  readonly controlToken?: string;
  /**
   * Whether each database gets a redis-server of its own: `on` fails where redis-server is not installed, `auto` then
   * goes on with records only and says so.
   *
   * @default 'off'
   */
  readonly redis?: 'auto' | 'on' | 'off';
  /**
   * Whether a create with fields that api.md does not have is refused with 400. Without it such fields are ignored, and
   * named in the request log of the control face.
   *
   * @default false
   */
  readonly strict?: boolean;
  /** How long a new database stays in `creating` and in `updating`, milliseconds. @default 2000 and 1000 */
  readonly lifecycle?: { readonly creatingMs?: number; readonly updatingMs?: number };
  /** @default the system's clock */
  readonly clock?: Clock;
  /** Gives numbers from 0 to just below 1; passwords and tokens are made of them. @default secure random numbers */
  readonly random?: () => number;
  /**
   * Hears the ids of what was made from the seed: the API lists no databases. Called when a new directory or a service in
   * memory is opened, before its first answer, and at each reset.
   *
   * @default nothing hears it
   */
  readonly onSeeded?: (seeded: Seeded) => void;
  /** Hears, in words for people, what they should know, such as that redis-server was not found. @default nobody hears it */
  readonly onNotice?: (message: string) => void;
}

const NAMES = [
  'credentials',
  'directory',
  'seed',
  'controlToken',
  'redis',
  'strict',
  'lifecycle',
  'clock',
  'random',
  'onSeeded',
  'onNotice',
] as const satisfies readonly (keyof ServiceOptions)[];

/**
 * Reads the options, each once and as an own property: a member that `Object.prototype` was given is not an option.
 *
 * @throws Error that names every wrong path; it holds no value.
 */
export function readServiceOptions(given: ServiceOptions): ServiceOptions {
  const options = readOwnMembers(given, NAMES) as ServiceOptions | undefined;
  const issues =
    options === undefined
      ? [{ path: '', message: 'expected options' }]
      : [...inspectServiceOptions(options), ...inspectNames(given, NAMES)];
  if (options === undefined || issues.length > 0)
    throw new Error(`The service cannot be made: ${describeIssues(issues)}.`);
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
