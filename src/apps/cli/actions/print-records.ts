import {
  type Database,
  type Drift,
  driftOf,
  isCredentialField,
  limitUsage,
  systemClock,
  type Usage,
  type UsageSample,
  throughputOf,
  type IndexRecord,
} from '../../../index.js';
import { splitCredentials, type SplitOff } from '../../../core/records/split-credentials.js';
import { describeThroughput } from '../../../format/describe-throughput.js';
import { reportableDrift } from '../../../format/reportable-drift.js';
import { exactRecord, type ShownRecord } from '../../../format/exact-record.js';
import { printable } from '../../../format/printable.js';
import type { ClientOptions } from '../../terminal/client-options.js';
import { type CommandIo, formatJsonLine, printResult, printWarning } from '../../terminal/command-io.js';
import { countOf } from '../../../format/quantities.js';
import { cutText, type RenderOptions } from '../../terminal/text.js';
import { renderDatabase } from '../render/render-database.js';
import { renderListing, type TableColumn } from '../../terminal/render-table.js';
import { formatValue, type Meaning } from '../../../format/format-value.js';

type PrintOptions = Pick<ClientOptions, 'json' | 'showSecrets'>;

export function printDatabase(
  io: CommandIo,
  database: object,
  options: PrintOptions,
  { credentials, usage }: { readonly credentials?: SplitOff | undefined; readonly usage?: UsageSample | undefined },
): void {
  warnOfDrift(io, database, options);
  const shown = shownRecord(database, options, credentials);
  const now = systemClock.now();
  const limits = limitUsage(database as Database, usage as Usage, undefined, now);
  printResult(io, options.json, shown, (style) => renderDatabase(shown, style, limits, now));
}

export function printIndices(io: CommandIo, indices: readonly object[], options: PrintOptions): void {
  warnOfDrift(io, indices, options);
  const shown = indices.map((index) => shownRecord(index, options));
  printResult(io, options.json, shown, (style) => renderIndices(shown, style, options));
}

/** The replacement of a secret in a table. Its length is fixed, so that it does not reveal the length of the secret. */
const MASK = '••••';

/**
 * Copies a record for display. Without `showSecrets`, neither the credentials nor other texts that repeat them are
 * shown. A table says which credentials there are; `null` means that there is none. JSON leaves them out, since a
 * program would take a mask for a value.
 */
function shownRecord(record: object, { json, showSecrets }: PrintOptions, credentials: SplitOff = {}): ShownRecord {
  if (showSecrets) return { ...exactRecord(record), ...credentials };
  const { record: rest, credentials: found } = splitCredentials(record);
  if (json) return exactRecord(rest);
  const hidden = Object.entries({ ...found, ...credentials }).filter(([path]) => isCredentialField(path));
  return {
    ...exactRecord(rest),
    ...Object.fromEntries(hidden.map(([path, value]) => [path, value === null ? null : MASK])),
  };
}

function warnOfDrift(io: CommandIo, decoded: object, { json }: PrintOptions): void {
  const drift = reportableDrift(driftOf(decoded));
  if (drift.length === 0) return;
  if (json) io.stderr.write(`${formatJsonLine({ drift })}\n`);
  else printWarning(io, describeDrift(drift));
}

const MAX_DRIFT_LINES = 5;

/** Cuts an expected value, which can be a list of all regions. */
const MAX_COLUMNS = 60;

function describeDrift(drift: readonly Drift[]): string {
  const places = drift.length === 1 ? 'one place' : `${drift.length} places`;
  const lines = drift
    .slice(0, MAX_DRIFT_LINES)
    .map(({ path, kind, expected }) => `  ${printable(path)}: ${kind}, expected ${cutText(expected, MAX_COLUMNS)}`);
  const rest = drift.length - MAX_DRIFT_LINES;
  const more = rest > 0 ? [`  and ${rest} more; --json lists them all`] : [];
  return [`the answer differs from the documented API in ${places}:`, ...lines, ...more].join('\n');
}

export function renderIndices(
  indices: readonly ShownRecord[],
  options: RenderOptions,
  { showSecrets }: PrintOptions = {},
): string {
  if (indices.length === 0) return 'No vector indices.';
  const counted = countOf(indices.length, 'vector index', 'vector indices');
  const columns = showSecrets ? indexColumns.toSpliced(2, 0, ...tokenColumns) : indexColumns;
  return renderListing(indices, columns, [`${counted}.`], options);
}

type IndexColumn = TableColumn<ShownRecord>;

const indexColumns: readonly IndexColumn[] = [
  column('name', 'name', 'text', { least: 14 }),
  // Never narrowed, so that it can be copied.
  column('id', 'id', 'text', { least: 'whole' }),
  column('type', 'index_type'),
  column('dims', 'dimension_count', 'count', { align: 'right' }),
  column('region', 'region'),
  column('plan', 'type'),
  column('max vectors', 'max_vector_count', 'count', { align: 'right' }),
  column('similarity', 'similarity_function'),
  { heading: 'model', show: modelsOf, least: 18 },
  column('max queries/day', 'max_daily_queries', 'count', { align: 'right' }),
  column('max bandwidth/month', 'max_monthly_bandwidth', 'bytes or unlimited', { align: 'right' }),
  { heading: 'throughput', show: latestThroughput, least: 12, align: 'right' },
  column('created', 'creation_time', 'time', { least: 20 }),
];

const tokenColumns: readonly IndexColumn[] = [
  column('token', 'token', 'text', { least: 'whole' }),
  column('read-only token', 'read_only_token', 'text', { least: 'whole' }),
];

function column(
  heading: string,
  field: string,
  meaning: Meaning = 'text',
  layout: Partial<Pick<IndexColumn, 'least' | 'align'>> = {},
): IndexColumn {
  return { heading, show: (index) => formatValue(index[field], meaning), least: 14, ...layout };
}

function modelsOf({ embedding_model: dense, sparse_embedding_model: sparse }: ShownRecord): string {
  const models = [dense, sparse].filter((model) => model !== undefined && model !== null && model !== '');
  return models.length === 0 ? '–' : models.map((model) => formatValue(model)).join(' + ');
}

function latestThroughput(index: ShownRecord): string {
  return describeThroughput(throughputOf(index as Pick<IndexRecord, 'throughput_vector'>).latest);
}
