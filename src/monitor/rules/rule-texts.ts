import * as v from 'valibot';
import { deepEqual } from '../../core/shared/deep-equal.js';
import type { LimitField } from '../../core/records/limit-fields.js';
import { matching, optional } from './check-members.js';

/**
 * Texts that a rule gives each of its alerts. `{rule}`, `{resource}`, `{id}`, `{name}` and `{field}` become the values
 * of the alert.
 */
export interface RuleTexts {
  /** Route, group and silence alerts. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** Further texts for people. */
  readonly annotations?: Readonly<Record<string, string>> | undefined;
  /** A URL of http or https that says what to do. */
  readonly runbook?: string | undefined;
}

export interface TextFacts {
  readonly rule: string;
  readonly resource: string;
  readonly id: string;
  readonly name?: string | undefined;
  readonly field?: LimitField | undefined;
}

const PLACEHOLDERS = /\{(rule|resource|id|name|field)\}/g;

/** Replaces the placeholders of a text. @param encode changes each value, for example for a URL */
function fillIn(text: string, facts: TextFacts, encode = (value: string): string => value): string {
  return text.replaceAll(PLACEHOLDERS, (_, member: keyof TextFacts) => encode(facts[member] ?? ''));
}

export function linkTo(url: string, facts: TextFacts): string {
  // A lone surrogate has no code in UTF-8.
  return fillIn(url, facts, (value) => encodeURIComponent(value.replace(/\p{Cs}/gu, '\uFFFD')));
}

/** Returns the texts of an alert. Alerts share the objects of the rule if these have no placeholder. */
export function textsOf({ labels, annotations, runbook }: RuleTexts, facts: TextFacts): RuleTexts {
  return {
    ...(labels && { labels: fillInAll(labels, facts) }),
    ...(annotations && { annotations: fillInAll(annotations, facts) }),
    ...(runbook !== undefined && { runbook: linkTo(runbook, facts) }),
  };
}

function fillInAll(texts: Readonly<Record<string, string>>, facts: TextFacts): Readonly<Record<string, string>> {
  const filled = Object.entries(texts).map(([key, text]) => [key, fillIn(text, facts)] as const);
  return filled.every(([key, text]) => texts[key] === text) ? texts : Object.freeze(Object.fromEntries(filled));
}

export function areTextsEqual(one: RuleTexts, other: RuleTexts): boolean {
  return (
    one.runbook === other.runbook &&
    deepEqual(one.labels, other.labels) &&
    deepEqual(one.annotations, other.annotations)
  );
}

const MAX_TEXTS = 20;
const MAX_LENGTH = 1000;
const A_TEXT = `a text of at most ${MAX_LENGTH} characters`;
const A_LINK = 'a URL of http or https';

/** A misspelt placeholder would be sent as it is. */
const placeholders = v.check<string, string>(
  (text) => !/\{\w+\}/.test(text.replaceAll(PLACEHOLDERS, '')),
  'no placeholder but {rule}, {resource}, {id}, {name} and {field}',
);

const aText = v.pipe(v.string(A_TEXT), v.maxLength(MAX_LENGTH, A_TEXT), placeholders);

function textsWithout(own: readonly string[], what: string) {
  return v.pipe(
    v.record(
      v.pipe(
        matching(/^[a-zA-Z_]\w{0,99}$/, 'a name of letters, digits and "_"'),
        v.check((name) => !own.includes(name), 'another name: every alert has this one'),
      ),
      aText,
      `an object of ${what}`,
    ),
    v.check((texts) => Object.keys(texts).length <= MAX_TEXTS, `at most ${MAX_TEXTS} ${what}`),
    v.transform((texts) => Object.freeze(texts)),
  );
}

/** A URL in which placeholders stand for the members of an alert. */
export const link = v.pipe(
  v.string(A_LINK),
  v.maxLength(MAX_LENGTH, A_TEXT),
  v.check((given) => /^https?:\/\//i.test(given) && URL.canParse(given), A_LINK),
  placeholders,
);

export const ruleTextEntries = {
  labels: optional(
    textsWithout(['alertname', 'rule', 'severity', 'resource', 'id', 'name', 'field'], 'labels'),
    'Labels of its alerts. {rule}, {resource}, {id}, {name} and {field} become the values of the alert.',
  ),
  annotations: optional(
    textsWithout(['summary', 'name', 'value', 'runbook_url'], 'annotations'),
    'Further texts of its alerts, with the placeholders of labels.',
  ),
  runbook: optional(link, 'A URL that says what to do, with the placeholders of labels.'),
};
