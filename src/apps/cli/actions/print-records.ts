import {
  type Database,
  type Drift,
  driftOf,
  isCredentialField,
  limitUsage,
  systemClock,
  type Usage,
  type UsageSample,
} from '../../../index.js';
import { splitCredentials, type SplitOff } from '../../../core/records/split-credentials.js';
import { reportableDrift } from '../../../format/reportable-drift.js';
import { exactRecord, type ShownRecord } from '../../../format/exact-record.js';
import { printable } from '../../../format/printable.js';
import type { ClientOptions } from '../../terminal/client-options.js';
import {
  printWarning,
  renderOptionsOf,
  type CommandIo,
  formatJson,
  formatJsonLine,
} from '../../terminal/command-io.js';
import { cutText } from '../../terminal/wrap-text.js';
import { renderDatabase } from '../render/render-database.js';
import { renderIndices } from '../render/render-indices.js';

type PrintOptions = Pick<ClientOptions, 'json' | 'showSecrets'>;

interface Beside {
  /** The credentials that were split off the record. */
  readonly credentials?: SplitOff | undefined;
  /** The use of the limits, for the table. */
  readonly usage?: UsageSample | undefined;
}

/** Prints a database as a table or as JSON, and warns of drift. */
export function printDatabase(
  io: CommandIo,
  database: object,
  options: PrintOptions,
  { credentials, usage }: Beside = {},
): void {
  warnOfDrift(io, database, options);
  const shown = shownRecord(database, options, credentials);
  if (options.json) return print(io, formatJson(shown));
  const now = systemClock.now();
  const limits = limitUsage(database as Database, usage as Usage, undefined, now);
  print(io, renderDatabase(shown, renderOptionsOf(io, io.stdout), { limits, now }));
}

export function printIndices(io: CommandIo, indices: readonly object[], options: PrintOptions): void {
  warnOfDrift(io, indices, options);
  const shown = indices.map((index) => shownRecord(index, options));
  print(io, options.json ? formatJson(shown) : renderIndices(shown, renderOptionsOf(io, io.stdout)));
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
const EXPECTED_COLUMNS = 60;

export function describeDrift(drift: readonly Drift[]): string {
  const places = drift.length === 1 ? 'one place' : `${drift.length} places`;
  const lines = drift.slice(0, MAX_DRIFT_LINES).map(describeOne);
  const rest = drift.length - MAX_DRIFT_LINES;
  const more = rest > 0 ? [`  and ${rest} more; --json lists them all`] : [];
  return [`the answer differs from the documented API in ${places}:`, ...lines, ...more].join('\n');
}

function describeOne({ path, kind, expected }: Drift): string {
  return `  ${printable(path)}: ${kind}, expected ${cutText(expected, EXPECTED_COLUMNS)}`;
}

function print({ stdout }: CommandIo, text: string): void {
  stdout.write(`${text}\n`);
}
