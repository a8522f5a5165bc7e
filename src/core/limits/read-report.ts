import { inspectId } from '../wire/identifier.js';
import { isObject } from '../shared/is-object.js';
import { custom, finite, optional, type Options } from '../shared/option-schemas.js';
import { checkOptions, readOptions } from '../shared/read-options.js';
import { issueUnless } from '../shared/refuse-issues.js';
import type { FleetIssue } from '../shared/fleet-error.js';
import { resourceKinds, type ResourceKind } from '../shared/resource-kind.js';
import { limitEntries } from './catalogue.js';
import type { LimitField } from '../records/limit-fields.js';
import type { UsageReading } from './usage-sample.js';

/** The time and the source of a usage report. */
export interface ReportOptions {
  /**
   * When the use was observed, Unix milliseconds. Because clocks differ, a time up to a day ahead of the fleet's clock
   * counts as now. A later time is rejected.
   *
   * @default the time of the call
   */
  readonly at?: number | undefined;
  /** A short name of the source, up to 100 characters, such as `redis-info`. */
  readonly source?: string | undefined;
}

/** A time further ahead is a mistake, such as microseconds. */
const MAX_AHEAD_MS = 86_400_000;

/** A time below this share of the current time is a mistake, such as seconds. */
const MIN_TIME = 0.01;

const MAX_SOURCE = 100;
const isSource = (source: unknown): boolean => typeof source === 'string' && source.length <= MAX_SOURCE;

/** @param now the time of the fleet's clock, with which the time of the report is compared */
const reportOptions = (now: number) => ({
  at: optional(custom<number>((at) => isTime(at, now), 'Unix milliseconds, at most a day ahead, and after 1970')),
  source: optional(custom<string>(isSource, `a string of up to ${MAX_SOURCE} characters`)),
});

const amounts = {
  database: /* @__PURE__ */ amountsOf('database'),
  index: /* @__PURE__ */ amountsOf('index'),
};

function amountsOf(resource: ResourceKind): Options {
  const amount = optional(finite('a number, 0 or more', (used) => used >= 0));
  return Object.fromEntries(limitEntries[resource].map(([field]) => [field, amount]));
}

/** Checks a report and converts it to readings. @throws FleetError `invalid-request` with all issues */
export function readReport(
  resource: ResourceKind,
  id: string,
  values: unknown,
  options: ReportOptions,
  now: number,
): readonly (readonly [LimitField, UsageReading])[] {
  const { at = now, source } = checkOptions('configure', reportOptions(now), options, '', [
    ...inspectResource(resource, id),
    ...(isResource(resource) ? inspectAmounts(resource, values) : []),
  ]);
  const seen = { at: Math.min(at, now), ...(source === undefined ? {} : { source }) };
  return Object.entries(values as object).flatMap(([field, used]) =>
    used === undefined ? [] : [[field as LimitField, { used: used as number, ...seen }] as const],
  );
}

function inspectAmounts(resource: ResourceKind, values: unknown): readonly FleetIssue[] {
  const issues = issueUnless(isObject(values), 'amounts', 'expected an object of amounts by limit field');
  return issues.length > 0 ? issues : readOptions(amounts[resource], values).issues;
}

export function inspectResource(resource: ResourceKind, id: string): FleetIssue[] {
  return [...issueUnless(isResource(resource), 'resource', 'expected "database" | "index"'), ...inspectId(id)];
}

function isResource(resource: unknown): boolean {
  return resourceKinds.some((kind) => kind === resource);
}

function isTime(at: unknown, now: number): boolean {
  return typeof at === 'number' && at >= now * MIN_TIME && at <= now + MAX_AHEAD_MS;
}
