import * as v from 'valibot';
import type { ResourceKind } from '../../index.js';
import { isCredentialField } from '../../core/records/credential-fields.js';
import { aTimeZone, timeOption } from './options.js';

/** How the columns of one's own data become a history. */
export interface HistoryMapping {
  /** The columns of the times and of the ids. In a Prometheus answer, `id` is a label of the series. @default time, id */
  readonly time?: string | undefined;
  readonly id?: string | undefined;
  /** Of all rows. @default the column `resource`, or `database` without one */
  readonly resource?: ResourceKind | undefined;
  /**
   * The columns that become fields, or the column of each field: `{ db_max_clients_used: 'connections' }`. In a Prometheus
   * answer, a metric is a column.
   *
   * @default all columns but `time`, `id`, `resource` and `status`, under their own names; `status` is the status of the rows
   */
  readonly fields?: readonly string[] | Readonly<Record<string, string>> | undefined;
  /** The unit of times that are numbers; timestamps of Arrow have their own. @default ms; numbers that look like seconds are refused */
  readonly timeUnit?: 's' | 'ms' | 'us' | 'ns' | undefined;
  /**
   * The zone of texts and timestamps without a zone, such as `Europe/Berlin`; they are refused without it. A time that clocks
   * show twice, or leave out, is refused.
   */
  readonly timeZone?: string | undefined;
  /** The end of the history, Unix milliseconds. No row may be later. @default the last row, which is not in the future */
  readonly to?: number | undefined;
  /** The rows of one resource with one time and different values: an error, or only the last of them stays. @default refuse */
  readonly contradictions?: 'refuse' | 'last' | undefined;
  /** The character between two cells of CSV. @default the most frequent of comma, semicolon and tab in the first line */
  readonly delimiter?: string | undefined;
}

const aName = v.pipe(
  v.string('the name of a column'),
  v.nonEmpty('the name of a column'),
  v.check((name) => !isCredentialField(name), 'another column: a credential is never captured'),
);

export const mappingSchema = v.strictObject({
  time: v.optional(aName, 'time'),
  id: v.optional(aName, 'id'),
  resource: v.optional(v.picklist(['database', 'index'], '"database" or "index"')),
  fields: v.optional(
    v.union([v.array(aName), v.record(v.string(), aName)], 'a list of columns, or the column of each field'),
  ),
  timeUnit: v.optional(v.picklist(['s', 'ms', 'us', 'ns'], '"s", "ms", "us" or "ns"')),
  timeZone: v.optional(aTimeZone),
  to: v.optional(timeOption),
  contradictions: v.optional(v.picklist(['refuse', 'last'], '"refuse" or "last"'), 'refuse'),
  delimiter: v.optional(v.pipe(v.string('a character'), v.regex(/^[^"\r\n]$/, 'a character'))),
});

export type ParsedMapping = v.InferOutput<typeof mappingSchema>;
