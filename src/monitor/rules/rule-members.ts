import { inspectId } from '../../core/wire/identifier.js';
import { issueUnless } from '../../core/shared/refuse-issues.js';
import { limitNamed } from '../../core/limits/catalogue.js';
import { raisedStatuses } from '../../core/fleet/thresholds-option.js';
import type { FleetIssue } from '../../core/shared/fleet-error.js';
import { resourceKinds } from '../../core/shared/resource-kind.js';
import { transitionFields } from '../../core/fleet/transition.js';
import type { Rule, Severity } from './rule.js';

/** A value that was read once and checked. Without issues, the value has the type of its member. */
export interface ReadMember {
  readonly value: unknown;
  readonly issues: readonly FleetIssue[];
}

/** Reads a member that is given, and checks it. The paths of the issues begin below the member. */
export type MemberReader = (value: unknown) => ReadMember;

/** The names of rules and channels are labels of metrics and parts of keys. */
const NAME = /^[A-Za-z0-9_-]{1,100}$/;
const MAX_NAME = 100;
const MAX_LIST = 1000;
const MAX_IDS = 100_000;

const severities: readonly Severity[] = ['info', 'warning', 'critical'];
const conditions = ['stopped', 'held', 'paused'];

const aName = reader((value) => typeof value === 'string' && NAME.test(value), '1 to 100 letters, digits, `-` and `_`');
const aValue = reader(
  (value) => typeof value === 'string' && value.length > 0 && value.length <= MAX_NAME,
  `a string of 1 to ${MAX_NAME} characters`,
);
const aDuration = reader((value) => isNumber(value) && value >= 0, 'milliseconds, 0 or more');
const aPositiveDuration = reader((value) => isNumber(value) && value > 0, 'milliseconds, more than 0');
const aRatio = reader((value) => isNumber(value) && value > 0, 'a number, more than 0');
const aLimitField = reader(
  (value) => typeof value === 'string' && Object.hasOwn(limitNamed, value),
  'a limit field, such as db_max_clients',
);
const anId: MemberReader = (value) => ({ value, issues: inspectId(value, '') });
const severity = oneOf(severities);
const resource = oneOf(resourceKinds);

const ofEachRule = {
  name: aName,
  kind: reader(() => true, ''),
  severity,
  forMs: aDuration,
  clearForMs: aDuration,
  channels: listOf(aName),
};

const ofResources = { ...ofEachRule, ids: listOf(anId, MAX_IDS) };

/** The members of each kind of rule, in the order in which a checked rule has them. */
export const membersOf: Readonly<Record<Rule['kind'], Readonly<Record<string, MemberReader>>>> = {
  state: { ...ofResources, in: listOf(aValue), notIn: listOf(aValue), clearIn: listOf(aValue) },
  transition: {
    ...ofResources,
    field: oneOf(transitionFields),
    values: listOf(aValue),
    longerThanMs: aPositiveDuration,
  },
  limit: {
    ...ofResources,
    resource,
    fields: listOf(aLimitField),
    status: oneOf(raisedStatuses),
    ratio: aRatio,
    clearRatio: aRatio,
  },
  forecast: {
    ...ofResources,
    resource,
    fields: listOf(aLimitField),
    withinMs: aPositiveDuration,
    clearWithinMs: aPositiveDuration,
  },
  age: { ...ofResources, resource, longerThanMs: aPositiveDuration },
  drift: { ...ofResources, resource },
  missing: { ...ofResources, resource },
  polling: { ...ofEachRule, in: listOf(oneOf(conditions)) },
};

/** The members that a rule of each kind must have, besides `name` and `kind`. */
export const requiredOf: Readonly<Record<Rule['kind'], readonly string[]>> = {
  state: [],
  transition: ['longerThanMs'],
  limit: [],
  forecast: ['withinMs'],
  age: ['longerThanMs'],
  drift: [],
  missing: [],
  polling: [],
};

function reader(isRight: (value: unknown) => boolean, expected: string): MemberReader {
  return (value) => ({ value, issues: issueUnless(isRight(value), '', `expected ${expected}`) });
}

function oneOf(choices: readonly string[]): MemberReader {
  return reader((value) => choices.includes(value as string), choices.map((choice) => `"${choice}"`).join(' | '));
}

/** Reads a list with at least one entry. @param most the maximum number of entries */
function listOf(entry: MemberReader, most = MAX_LIST): MemberReader {
  return (value) => {
    const list = readList(value, most);
    if (typeof list === 'string') return { value, issues: [{ path: '', message: list }] };
    if (list.length === 0) return { value, issues: [{ path: '', message: 'expected at least one entry' }] };
    const issues = list.flatMap((each, place) =>
      entry(each).issues.map(({ message }) => ({ path: String(place), message })),
    );
    return { value: Object.freeze([...new Set(list)]), issues };
  };
}

/** Copies a list from outside. @returns the problem of a value that is not a list, or that throws */
export function readList(value: unknown, most: number): readonly unknown[] | string {
  try {
    if (!Array.isArray(value)) return 'expected a list';
    const { length } = value;
    if (!(length <= most)) return `expected at most ${most} entries`;
    return Array.from({ length }, (_, place) => value[place] as unknown);
  } catch {
    // A proxy may throw.
    return 'expected a list';
  }
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
