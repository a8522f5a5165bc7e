import { csvCell, withoutFormula } from '../../../../format/csv-cell.js';
import { type Database, type Fleet, type IndexRecord, limitsOf, type ResourceKind } from '../../../../index.js';
import { exactRecord } from '../../../../format/exact-record.js';
import { databaseLines, indexLines } from '../../../../format/connection-lines.js';
import { textOf } from '../shell/names.js';

/** The lines that connect to databases by `redis-cli`, or to indices by `curl`, without secrets. Resources without an endpoint are left out. */
export function connectionLines(fleet: Fleet, resource: ResourceKind, ids: readonly string[]): readonly string[] {
  return ids.flatMap((id) => {
    const { endpoint, port, tls } = recordOf(fleet, resource, id);
    const [line] = resource === 'database' ? databaseLines({ endpoint, port, tls }) : indexLines(endpoint);
    return line === undefined ? [] : [line.text];
  });
}

const FACTS: Readonly<Record<ResourceKind, readonly string[]>> = {
  database: ['database_name', 'state', 'modifying_state', 'primary_region', 'type', 'endpoint'],
  index: ['name', 'index_type', 'dimension_count', 'region', 'type', 'endpoint'],
};

/** The rows as CSV (RFC 4180): the fields of their records, and for each limit its use and its value. No text is a formula. */
export function listAsCsv(fleet: Fleet, resource: ResourceKind, ids: readonly string[]): string {
  const facts = FACTS[resource];
  const limits = ids.map((id) => limitsOf(fleet, resource, id).value);
  const fields = [...new Set(limits.flat().map(({ field }) => field))];
  const head = ['id', ...facts, ...fields.flatMap((field) => [`${field}_used`, field])];
  const lines = ids.map((id, at) => {
    const record = recordOf(fleet, resource, id);
    const cells = [id, ...facts.map((fact) => record[fact])];
    for (const field of fields) {
      const { used, limit } = limits[at]?.find((each) => each.field === field) ?? {};
      cells.push(used, typeof limit === 'number' ? (record[field] ?? limit) : limit);
    }
    return cells.map(cellOf);
  });
  return [head, ...lines].map((line) => `${line.join(',')}\r\n`).join('');
}

/** An unknown value has an empty cell. */
function cellOf(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'number' || typeof value === 'bigint'
    ? String(value)
    : csvCell(withoutFormula(textOf(value)));
}

/** In a record, any field except the id may be absent or of another type. */
function recordOf(fleet: Fleet, resource: ResourceKind, id: string): Readonly<Record<string, unknown>> {
  const record: Database | IndexRecord | undefined =
    resource === 'database' ? fleet.databases.entry(id).value.record : fleet.indices.entry(id).value.record;
  return record === undefined ? {} : exactRecord(record);
}
