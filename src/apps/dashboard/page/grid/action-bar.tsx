import { type ReactElement, useState } from 'react';
import { useFleet } from '../../../../bindings/react/index.js';
import { countOf, formatCount } from '../../../../format/quantities.js';
import { type ResourceKind, type Fleet, limitsOf } from '../../../../index.js';
import { copyText } from '../shell/copy.js';
import { csvCell, withoutFormula } from '../../../../format/csv-cell.js';
import { exactRecord } from '../../../../format/exact-record.js';
import { databaseLines, indexLines } from '../../../../format/connection-lines.js';
import { textOf } from '../shell/names.js';
import { Button, IconButton } from '../shell/button.js';
import type { Selection } from './use-selection.js';

const MOST_IN_CHART = 6;

export interface ActionBarProps {
  readonly resource: ResourceKind;
  /** At least one row. The ids are in the order of the list. */
  readonly selection: Selection;
  readonly onCompare: (ids: readonly string[]) => void;
}

export function ActionBar({ resource, selection, onCompare }: ActionBarProps): ReactElement {
  const fleet = useFleet();
  const ids = [...selection.ids];
  const key = ids.join(' ');
  const [outcome, setOutcome] = useState({ key, text: '' });
  const canConnect = ids.some((id) => connectionLines(fleet, resource, [id]).length > 0);
  const canCompare = ids.length > 1 && ids.length <= MOST_IN_CHART;
  const clear = (): void => selection.replace([]);

  async function copy(lines: readonly string[], what: string): Promise<void> {
    const isCopied = await copyText(lines.join('\n'));
    const missing = ids.length - lines.length;
    const rest = missing > 0 ? `; ${formatCount(missing)} of ${formatCount(ids.length)} have no endpoint` : '';
    setOutcome({ key, text: isCopied ? `Copied ${countOf(lines.length, what)}${rest}` : 'Copy failed' });
  }

  return (
    <div
      className="card raised line wrap action-bar"
      role="toolbar"
      aria-label="Selected rows"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        clear();
      }}
    >
      <strong>{formatCount(ids.length)} selected</strong>
      <Button
        look="quiet"
        disabled={!canCompare}
        title={canCompare ? undefined : `Select 2 to ${MOST_IN_CHART} rows`}
        onClick={() => onCompare(ids)}
      >
        Compare
      </Button>
      <Button look="quiet" onClick={() => void copy(ids, 'id')}>
        Copy ids
      </Button>
      <Button
        look="quiet"
        disabled={!canConnect}
        title={canConnect ? 'Without passwords and tokens' : 'None of these has an endpoint'}
        onClick={() => void copy(connectionLines(fleet, resource, ids), 'line')}
      >
        Copy {resource === 'database' ? 'redis-cli' : 'curl'} lines
      </Button>
      <Button look="quiet" onClick={() => save(listAsCsv(fleet, resource, ids), `${resource}.csv`)}>
        Save CSV
      </Button>
      <span role="status" className="muted">
        {outcome.key === key && outcome.text}
      </span>
      <IconButton icon="close" name="Clear the selection" title="Clear (Esc)" onClick={clear} />
    </div>
  );
}

/** The first character tells spreadsheets that the text is UTF-8. */
function save(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** The lines that connect to databases by `redis-cli`, or to indices by `curl`, without secrets. Resources without an endpoint are left out. */
function connectionLines(fleet: Fleet, resource: ResourceKind, ids: readonly string[]): readonly string[] {
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
  const lines = ids.map((id, index) => {
    const record = recordOf(fleet, resource, id);
    const cells = [id, ...facts.map((fact) => record[fact])];
    for (const field of fields) {
      const { used, limit } = limits[index]?.find((each) => each.field === field) ?? {};
      cells.push(used, typeof limit === 'number' ? (record[field] ?? limit) : limit);
    }
    return cells.map(cellOf);
  });
  return [head, ...lines].map((line) => `${line.join(',')}\r\n`).join('');
}

/** An unknown value has an empty cell. */
function cellOf(value: unknown): string {
  if (value == null) return '';
  return typeof value === 'number' || typeof value === 'bigint'
    ? String(value)
    : csvCell(withoutFormula(textOf(value)));
}

/** In a record, any field except the id may be absent or of another type. */
function recordOf(fleet: Fleet, resource: ResourceKind, id: string): Readonly<Record<string, unknown>> {
  const { value: record } = resource === 'database' ? fleet.databases.record(id) : fleet.indices.record(id);
  return record === undefined ? {} : exactRecord(record);
}
