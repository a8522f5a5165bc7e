import { type Drift, isCredentialField, driftOf } from '../../../index.js';
import { isObject } from '../../../core/shared/is-object.js';
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

/**
 * Prints a database as a table or as JSON, and warns of drift.
 *
 * @param credentials the credentials that were split off the record
 */
export function printDatabase(io: CommandIo, database: object, options: PrintOptions, credentials: object = {}): void {
  warnOfDrift(io, database, options);
  const shown = { ...shownRecord(database, options), ...shownRecord(credentials, options) };
  print(io, options.json ? formatJson(shown) : renderDatabase(shown, renderOptionsOf(io, io.stdout)));
}

export function printIndices(io: CommandIo, indices: readonly object[], options: PrintOptions): void {
  warnOfDrift(io, indices, options);
  const shown = indices.map((index) => shownRecord(index, options));
  print(io, options.json ? formatJson(shown) : renderIndices(shown, renderOptionsOf(io, io.stdout)));
}

function shownRecord(record: object, { showSecrets }: PrintOptions): ShownRecord {
  const exact = exactRecord(record);
  return showSecrets ? exact : maskSecrets(exact);
}

/** The replacement of a secret. Its length is fixed, so that it does not reveal the length of the secret. */
export const MASK = '••••';

/** Copies a record, and replaces each credential in it with {@link MASK}, at any depth and of any type. */
export function maskSecrets(record: ShownRecord): ShownRecord {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, isSecret(name, value) ? MASK : maskWithin(value)]),
  );
}

function maskWithin(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskWithin);
  return isObject(value) ? maskSecrets(value) : value;
}

/** `null` stays visible: it means that there is no secret. */
function isSecret(name: string, value: unknown): boolean {
  return value !== null && isCredentialField(name);
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
