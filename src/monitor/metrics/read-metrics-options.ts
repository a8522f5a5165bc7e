import { isObject } from '../../core/shared/is-object.js';
import { printableName } from '../../core/shared/printable-name.js';
import { aBoolean, readOptions, type OptionRules } from '../../core/shared/read-options.js';
import { issuesIn, issueUnless, refuseIssues } from '../../core/shared/refuse-issues.js';
import { limitNamed } from '../../core/limits/catalogue.js';
import type { LimitField } from '../../core/records/limit-fields.js';
import type { FleetIssue } from '../../core/shared/fleet-error.js';
import type { MetricsOptions } from './metrics.js';

/** The options of metrics with their defaults. */
export interface CheckedMetricsOptions {
  readonly seriesPerResource: number;
  readonly fields: readonly LimitField[];
  readonly labels: Readonly<Record<string, string>>;
  readonly process: boolean;
}

const RULES: OptionRules = {
  seriesPerResource: [(value) => Number.isSafeInteger(value) && (value as number) >= 0, 'an integer, 0 or more'],
  fields: [Array.isArray, 'an array of limit fields'],
  labels: [(value) => isObject(value) && !Array.isArray(value), 'an object of strings'],
  process: aBoolean,
};

const LABEL_NAME = /^(?!__)[a-zA-Z_][a-zA-Z0-9_]{0,99}$/;

/** The most labels: every series repeats them. */
const MAX_LABELS = 10;

const LABEL_VALUE = /^[^\p{Cc}\p{Cf}\p{Cs}]{1,128}$/u;

/**
 * The labels of our metrics and of the process metrics. If a label of the user had the same name, a series would lose
 * one of them.
 */
const TAKEN: ReadonlySet<string> = new Set(
  (
    'breaker channel field id kind le major minor name operation outcome patch plan platform quantile rate region ' +
    'resource result rule severity source space state status type unit version'
  ).split(' '),
);

/** @throws FleetError `invalid-request`, whose `issues` name each invalid option under `metrics` */
export function readMetricsOptions(options: MetricsOptions = {}): CheckedMetricsOptions {
  const { given, issues } = readOptions(options, RULES);
  const found = issues.length > 0 ? issues : [...inspectFields(given?.fields ?? []), ...inspectLabels(given?.labels)];
  refuseIssues('configure', issuesIn('metrics', found));
  const { seriesPerResource = 8, fields = [], labels = {}, process = false } = given ?? {};
  return { seriesPerResource, fields: [...new Set(fields)], labels: { ...labels }, process };
}

function inspectFields(fields: readonly unknown[]): FleetIssue[] {
  return fields.flatMap((field, at) =>
    issueUnless(
      typeof field === 'string' && Object.hasOwn(limitNamed, field),
      `fields[${at}]`,
      `expected one of ${Object.keys(limitNamed).join(', ')}`,
    ),
  );
}

function inspectLabels(labels: Readonly<Record<string, unknown>> = {}): FleetIssue[] {
  const entries = Object.entries(labels);
  return [
    ...issueUnless(entries.length <= MAX_LABELS, 'labels', `expected at most ${MAX_LABELS} labels`),
    ...entries.slice(0, MAX_LABELS).flatMap(([name, value]) => {
      const path = `labels.${printableName(name)}`;
      return [
        ...issueUnless(LABEL_NAME.test(name), path, 'expected a name of letters, digits and _, not beginning with __'),
        ...issueUnless(!TAKEN.has(name), path, 'is a label of the metrics: choose another name'),
        ...issueUnless(
          typeof value === 'string' && LABEL_VALUE.test(value),
          path,
          'expected a string of 1 to 128 printable characters',
        ),
      ];
    }),
  ];
}
