import { group } from 'd3-array';
import * as v from 'valibot';
import type { Database, Entry, IndexRecord, LimitUsage, Thresholds, Usage } from '../../index.js';
import { driftOf } from '../../core/records/drift-of.js';
import { isObject } from '../../core/shared/is-object.js';
import { checkOptions } from '../../core/shared/read-options.js';
import { issueUnless } from '../../core/shared/refuse-issues.js';
import { limitUsage } from '../../core/limits/limit-usage.js';
import { countOf } from '../../format/quantities.js';
import { reportableDrift } from '../../format/reportable-drift.js';
import { createFramedDisplay, type Display } from '../display/display.js';
import { html, type Html } from '../display/html.js';
import { cellHtml, cellText, dataPart, textHtml, type Column } from '../display/table.js';
import { groupStyle } from '../display/style-sheet.js';
import { limitStatusCell, meterOf, useCell } from './limit-cells.js';
import { hasId, isEntryLike, thresholdsOption, timeZoneOption, type TimeZoneOptions } from './display-options.js';
import { describeValue, maskedNameOf, recordValues, type RecordValue } from './record-fields.js';
import { describeStatus } from './resource-facts.js';
import { alignRows, cutText, formatMoment } from '../display/text.js';

/** A record, or an entry of a fleet, which also says how current its record is. */
export type Showable = Database | IndexRecord | Entry<Database> | Entry<IndexRecord>;

/** The options of {@link showRecord}. */
export interface ShowRecordOptions extends TimeZoneOptions {
  /** The use of its limits: the value of `usageOf(fleet, …)`, or plain numbers by field. @default limits without use */
  readonly usage?: Usage | undefined;
  /** The thresholds of the fleet, for the status of each limit. @default those of a fleet without this option */
  readonly thresholds?: Thresholds | undefined;
}

const schema = {
  usage: v.optional(v.custom<Usage>(isObject, 'the use of limits by field')),
  thresholds: thresholdsOption,
  timeZone: timeZoneOption,
};

interface Row extends RecordValue {
  readonly text: string;
  readonly limit: LimitUsage | undefined;
}

/**
 * Shows a record: its fields in groups, with names and units. Credentials are shown as `hidden`; those inside of other
 * fields are left out. Given an entry, it also tells whether the record is fresh, stale or missing.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid argument
 * @example
 * ```ts
 * showRecord(await fleet.databases.refresh(id));
 * showRecord(fleet.databases.entry(id).value, { usage: usageOf(fleet, 'database', id).value });
 * ```
 * @see api.md, Resources and their fields
 */
export function showRecord(given: Showable | undefined, options: ShowRecordOptions = {}): Display {
  const issues = issueUnless(given === undefined || hasId(given), 'record', EXPECTED);
  const { usage, thresholds, timeZone: zone } = checkOptions('configure', schema, options, '', issues);
  const entry = isEntryLike(given) ? (given as Entry<Database | IndexRecord>) : undefined;
  const record = entry === undefined ? (given as Database | IndexRecord | undefined) : entry.record;
  const usages = limitUsage(record, usage, thresholds);
  const limits = new Map<string, LimitUsage>(usages.map((limit) => [limit.field, limit]));
  const fields = record === undefined ? [] : recordValues(record);
  const shown = [...group(fields, (field) => field.group).values()].flatMap((own) => own.slice(0, MAX_FIELDS));
  const textOf = ({ value, meaning }: RecordValue): string => describeValue(value, meaning, zone);
  const rows = shown.map((field) => ({ ...field, text: textOf(field), limit: limits.get(field.path) }));
  const hidden = fields.length - shown.length;
  const others = countOf(hidden, 'more field that is not documented', 'more fields that are not documented');
  const more = hidden > 0 ? [`and ${others}`] : [];
  const confirmed = entry?.confirmedAt === undefined ? '' : `, confirmed ${formatMoment(entry.confirmedAt, zone)}`;
  const title = record === undefined ? entry?.id : maskedNameOf(record);
  const lead = entry && `${describeStatus(entry)}${confirmed}`;
  const frame = { title: title ?? 'Record', lead, notes: [...more, ...notesOf(entry)] };
  const content =
    record === undefined
      ? describeAbsence(entry)
      : { html: groupsHtml(rows, thresholds), text: groupsText(rows), style: groupStyle };
  return createFramedDisplay(frame, content, dataPart({ title: frame.title, columns: COLUMNS, rows }));
}

const EXPECTED = 'expected a database, a vector index or an entry; of a view, pass its `.value`';

/** The most fields that are shown of a group. No group has so many documented fields. */
const MAX_FIELDS = 100;

function describeAbsence(entry: Entry<object> | undefined): string {
  return entry?.status === 'missing'
    ? 'The service has no such resource.'
    : 'No record yet: read it with fleet.databases.refresh(id) or fleet.indices.refresh().';
}

function notesOf(entry: Entry<object> | undefined): readonly string[] {
  if (entry?.record === undefined) return [];
  const missing = entry.status === 'missing' ? ['The service has no such resource. This is its last record.'] : [];
  const { length } = reportableDrift(driftOf(entry.record));
  const drift = length === 0 ? [] : [`${countOf(length, 'field differs', 'fields differ')} from the documentation.`];
  return [...missing, ...drift];
}

function groupsHtml(rows: readonly Row[], thresholds: Thresholds | undefined): Html {
  return html`<div class="fg-groups">
    ${[...group(rows, (row) => row.group)].map(([title, members]) => {
      // Where a use is known, the group has columns for it.
      const isWide = members.some(({ limit }) => limit?.used !== undefined);
      return html`<div class="fg-group${isWide ? ' fg-wide' : ''}">
        <b class="fg-group-title">${title}</b>
        <table class="fg-table">
          <tbody>
            ${members.map((row) => rowHtml(row, isWide, thresholds))}
          </tbody>
        </table>
      </div>`;
    })}
  </div>`;
}

function rowHtml({ name, path, text, limit }: Row, isWide: boolean, thresholds: Thresholds | undefined): Html {
  const side = limit === undefined ? 'fg-left' : 'fg-right';
  const isKnown = limit?.used !== undefined;
  return html`<tr>
    <th scope="row" class="fg-left" title="${path}">${cutText(name)}</th>
    <td class="${side} fg-value">${textHtml(text, 160)}</td>
    ${
      isWide
        ? html`<td class="fg-share fg-optional">${limit && meterOf(limit, thresholds)}</td>
            <td class="fg-right">${isKnown ? cellHtml(useCell(limit)) : ''}</td>
            <td>${isKnown ? cellHtml(limitStatusCell(limit)) : ''}</td>`
        : undefined
    }
  </tr>`;
}

function groupsText(rows: readonly Row[]): string[] {
  const cells = rows.map(({ name, text, limit }) => {
    const used = limit?.used === undefined ? '' : `, used ${cellText(useCell(limit))} (${limit.status})`;
    return [`  ${cutText(name)}`, cutText(text, 80) + used];
  });
  return alignRows(cells).flatMap((line, at) => {
    const title = rows[at]?.group as string;
    return title === rows[at - 1]?.group ? [line] : [title, line];
  });
}

const COLUMNS: readonly Column<Row>[] = [
  { name: 'group', data: ({ group }) => group },
  { name: 'field', data: ({ path }) => path },
  { name: 'name', data: ({ name }) => name },
  { name: 'value', data: ({ text }) => text },
  { name: 'used', type: 'number', data: ({ limit }) => limit?.used },
  { name: 'share', type: 'number', data: ({ limit }) => limit?.ratio },
  { name: 'status', data: ({ limit }) => limit?.status },
];
