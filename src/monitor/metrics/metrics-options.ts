import * as v from 'valibot';
import type { LimitField } from '../../core/records/limit-fields.js';
import { aBoolean } from '../../core/shared/option-schemas.js';
import { matching } from '../rules/check-members.js';
import { limitFields } from '../rules/rule-schema.js';

/** The options of the metrics of a monitor. */
export interface MetricsOptions {
  /** The most series of one database or index. @default 8 */
  readonly seriesPerResource?: number | undefined;
  /** The limits to export first, in this order. @default limits whose use is known, in the order of api.md */
  readonly fields?: readonly LimitField[] | undefined;
  /** Labels that every series gets, for example the name of the account. @default {} */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** Whether CPU, memory, event loop and garbage collection of the process are exported too. @default false */
  readonly process?: boolean | undefined;
}

/** The most labels: every series repeats them. */
const MAX_LABELS = 10;

/**
 * The labels of our metrics and of the process metrics. If a label of the user had the same name, a series would lose
 * one of the two labels.
 */
const TAKEN: ReadonlySet<string> = new Set(
  (
    'breaker channel field id kind le major minor name operation outcome patch plan platform quantile rate region ' +
    'resource result rule severity source space state status type unit version'
  ).split(' '),
);

const A_COUNT = 'an integer, 0 or more';

export const metricsOptions = v.strictObject({
  seriesPerResource: v.optional(v.pipe(v.number(A_COUNT), v.safeInteger(A_COUNT), v.minValue(0, A_COUNT)), 8),
  fields: v.optional(
    v.array(v.picklist(limitFields, `one of ${limitFields.join(', ')}`), 'an array of limit fields'),
    [],
  ),
  labels: v.optional(
    v.pipe(
      v.record(
        v.pipe(
          matching(/^(?!__)[a-zA-Z_][a-zA-Z0-9_]{0,99}$/, 'a name of letters, digits and _, not beginning with __'),
          v.check((name) => !TAKEN.has(name), 'another name: this is a label of the metrics'),
        ),
        matching(/^[^\p{Cc}\p{Cf}\p{Cs}]{1,128}$/u, 'a string of 1 to 128 printable characters'),
        'an object of strings',
      ),
      v.check((labels) => Object.keys(labels).length <= MAX_LABELS, `at most ${MAX_LABELS} labels`),
    ),
    {},
  ),
  process: v.optional(aBoolean, false),
});

export type MetricsSettings = v.InferOutput<typeof metricsOptions>;
