import * as v from 'valibot';
import type { Alert } from '../alerts/alert.js';
import { aName, optional } from '../rules/check-members.js';
import { id, list } from '../rules/rule-schema.js';
import type { AlertSelector } from './quiet.js';

const MAX_LABELS = 20;

export const selectorEntries = {
  rules: list(aName, 'The rules. Default: every rule'),
  ids: list(id, 'The databases and indices. Default: all, and the fleet'),
  labels: optional(
    v.pipe(
      v.record(
        v.string(),
        v.pipe(v.string('a text'), v.maxLength(1000, 'a text of at most 1000 characters')),
        'an object of labels',
      ),
      v.check((labels) => {
        const { length } = Object.keys(labels);
        return length > 0 && length <= MAX_LABELS;
      }, `1 to ${MAX_LABELS} labels`),
    ),
    'The labels that an alert must have. Default: none',
  ),
};

export function createSelector({ rules, ids, labels = {} }: AlertSelector): (alert: Alert) => boolean {
  const ruleSet = rules && new Set(rules);
  const idSet = ids && new Set(ids);
  const wanted = Object.entries(labels);
  return ({ rule, id, labels: own = {} }) =>
    ruleSet?.has(rule) !== false &&
    idSet?.has(id) !== false &&
    wanted.every(([label, text]) => Object.hasOwn(own, label) && own[label] === text);
}
