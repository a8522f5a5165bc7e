import { inspectCredentials, type Credentials } from '../core/wire/credentials.js';
import { isObject } from '../core/shared/is-object.js';
import { hasMethods } from '../core/shared/has-methods.js';
import { aBoolean, aFunction, inspectNames, readOptions, type OptionRules } from '../core/shared/read-options.js';
import { describeIssues, issueOf, issuesIn, issueUnless } from '../core/shared/refuse-issues.js';
import type { Clock } from '../core/shared/clock.js';
import type { FleetIssue } from '../core/shared/fleet-error.js';
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

const MEMORY_OPTIONS: OptionRules = {
  credentials: undefined,
  seed: undefined,
  controlToken: undefined,
  strict: aBoolean,
  lifecycle: undefined,
  clock: [hasMethods('now', 'monotonic', 'schedule'), 'a Clock'],
  random: aFunction,
  onSeeded: aFunction,
  onNotice: aFunction,
};

const OPTIONS: OptionRules = {
  ...MEMORY_OPTIONS,
  directory: [isText, 'the path of a directory'],
  redis: [(value) => ['auto', 'on', 'off'].some((mode) => mode === value), '"auto", "on" or "off"'],
};

/**
 * Reads each option once, and only own properties: a member of a polluted `Object.prototype` is not an option.
 *
 * @throws Error that names every invalid path, without its value.
 */
export function readServiceOptions(given: ServiceOptions): ServiceOptions {
  return read(given, OPTIONS);
}

/** Reads the options of a service in memory, as {@link readServiceOptions} does: `directory` and `redis` are unknown. */
export function readMemoryServiceOptions(given: MemoryServiceOptions): MemoryServiceOptions {
  return read(given, MEMORY_OPTIONS);
}

function read(options: ServiceOptions, rules: OptionRules): ServiceOptions {
  const { given, issues: wrong } = readOptions(options, rules);
  const issues = [...(given ? inspectParts(given) : []), ...wrong];
  if (issues.length > 0) throw new Error(`Invalid service options: ${describeIssues(issues)}.`);
  return given as ServiceOptions;
}

/** Inspects the options whose rules are their own. */
function inspectParts({ credentials, seed = {}, controlToken, lifecycle = {} }: ServiceOptions): FleetIssue[] {
  return [
    ...inspectCredentials(credentials),
    ...issuesIn('seed', inspectSeed(seed)),
    ...issueOf(controlToken === undefined ? undefined : controlTokenProblem(controlToken), 'controlToken'),
    ...issuesIn('lifecycle', inspectLifecycle(lifecycle)),
  ];
}

function inspectLifecycle(lifecycle: NonNullable<ServiceOptions['lifecycle']>): FleetIssue[] {
  if (!isObject(lifecycle)) return [{ path: '', message: 'expected an object with creatingMs and updatingMs' }];
  const names = ['creatingMs', 'updatingMs'] as const;
  return [
    ...names.flatMap((name) => issueUnless(isDuration(lifecycle[name] ?? 0), name, 'expected milliseconds, 0 or more')),
    ...inspectNames(lifecycle, names),
  ];
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && !value.includes('\0');
}

function isDuration(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
