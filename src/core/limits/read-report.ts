import { identifierProblem } from '../api/identifier.js';
import { isObject } from '../api/inspect.js';
import { refuseIssues } from '../api/refuse-issues.js';
import type { FleetIssue } from '../shared/fleet-error.js';
import { resourceKinds, type ResourceKind } from '../shared/resource-kind.js';
import { limitsOf, type LimitField } from './catalogue.js';
import { inspectAmounts } from './inspect-amounts.js';
import { isAmount } from './is-amount.js';
import type { UsageReading } from './usage-sample.js';

/** When a use was seen and who says so. */
export interface ReportOptions {
  /**
   * When the use was observed, Unix milliseconds. Clocks differ: a time up to a day ahead of the clock of the fleet
   * counts as now, a time further ahead is refused.
   *
   * @default now
   */
  readonly at?: number | undefined;
  /** A short name, up to 100 characters, such as `redis-info`. */
  readonly source?: string | undefined;
}

/** A time further ahead is a mistake, such as microseconds. */
const MAX_AHEAD_MS = 86_400_000;

/** As a share of now: what is less are seconds, or nothing that anybody saw. */
const MIN_TIME = 0.01;

const TIME = 'Unix milliseconds, not more than a day ahead, nor of 1970';
const MAX_SOURCE = 100;

/**
 * Reads a report, each member once, and checks it.
 *
 * @returns a reading for each limit that is named.
 * @throws FleetError `invalid-request` that names everything that is wrong, and the limits that there are
 */
export function readReport(
  resource: ResourceKind,
  id: string,
  values: unknown,
  options: unknown,
  now: number,
): readonly (readonly [LimitField, UsageReading])[] {
  const given = copyOf(values);
  const { at = now, source, ...others } = copyOf(options) ?? { __proto__: null, others: true };
  refuseIssues('configure', [
    ...inspectSubject(resource, id),
    ...(isResource(resource) ? inspectValues(resource, given) : []),
    ...(isTime(at, now) ? [] : [wrong('at', TIME)]),
    ...(source === undefined || isSource(source)
      ? []
      : [wrong('source', `a string of up to ${MAX_SOURCE} characters`)]),
    ...(Object.keys(others).length === 0 ? [] : [wrong('options', 'an object with at and source at most')]),
  ]);
  const seen = { at: Math.min(at as number, now), ...(source === undefined ? {} : { source }) } as Omit<
    UsageReading,
    'used'
  >;
  return Object.entries(given ?? {}).flatMap(([field, used]) =>
    used === undefined ? [] : [[field as LimitField, { used: used as number, ...seen }] as const],
  );
}

/** @throws FleetError `invalid-request` for a resource or an id that is none */
export function checkSubject(resource: ResourceKind, id: string): void {
  refuseIssues('configure', inspectSubject(resource, id));
}

function inspectSubject(resource: ResourceKind, id: string): FleetIssue[] {
  const problem = identifierProblem(id);
  return [
    ...(isResource(resource) ? [] : [wrong('resource', '"database" | "index"')]),
    ...(problem === undefined ? [] : [{ path: 'id', message: problem }]),
  ];
}

function isResource(resource: unknown): boolean {
  return resourceKinds.some((kind) => kind === resource);
}

function inspectValues(resource: ResourceKind, values: unknown): FleetIssue[] {
  const names = limitsOf[resource].map(([field]) => field);
  return inspectAmounts(values, '', { names, isRight: isAmount, expected: 'a number, 0 or more' });
}

function wrong(path: string, expected: string): FleetIssue {
  return { path, message: `expected ${expected}` };
}

/** Whatever getters, proxies and prototypes do, what is checked is what is used. */
function copyOf(given: unknown): Readonly<Record<string, unknown>> | undefined {
  try {
    return isObject(given) ? { __proto__: null, ...given } : undefined;
  } catch {
    return undefined;
  }
}

function isTime(at: unknown, now: number): boolean {
  return isAmount(at) && at >= now * MIN_TIME && at <= now + MAX_AHEAD_MS;
}

function isSource(source: unknown): boolean {
  return typeof source === 'string' && source.length <= MAX_SOURCE;
}
