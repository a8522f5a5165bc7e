import { driftOf } from '../../../core/api/provenance.js';
import type { ClientOptions } from '../../terminal/client-options.js';
import { renderOptionsOf, type CommandIo } from '../../terminal/command-io.js';
import { driftToTell } from '../../../format/drift-to-tell.js';
import { describeDrift } from '../render/describe-drift.js';
import { exactRecord, type ShownRecord } from '../../../format/exact-record.js';
import { maskSecrets } from '../render/mask-secrets.js';
import { renderDatabase } from '../render/render-database.js';
import { renderIndices } from '../render/render-indices.js';
import { showJson, showJsonLine } from '../../terminal/show-json.js';

type Show = Pick<ClientOptions, 'json' | 'showSecrets'>;

/** Prints a database, as a table or as JSON. */
export function showDatabase(io: CommandIo, database: object, options: Show): void {
  warnOfDrift(io, database, options);
  const shown = shownRecord(database, options);
  print(io, options.json ? showJson(shown) : renderDatabase(shown, renderOptionsOf(io, io.stdout)));
}

/** Prints a list of vector indices, as a table or as JSON. */
export function showIndices(io: CommandIo, indices: readonly object[], options: Show): void {
  warnOfDrift(io, indices, options);
  const shown = indices.map((index) => shownRecord(index, options));
  print(io, options.json ? showJson(shown) : renderIndices(shown, renderOptionsOf(io, io.stdout)));
}

function shownRecord(record: object, { showSecrets }: Show): ShownRecord {
  const exact = exactRecord(record);
  return showSecrets ? exact : maskSecrets(exact);
}

function warnOfDrift(io: CommandIo, decoded: object, { json }: Show): void {
  const drift = driftToTell(driftOf(decoded));
  if (drift.length === 0) return;
  const { palette } = renderOptionsOf(io, io.stderr);
  io.stderr.write(`${json ? showJsonLine({ drift }) : `${palette.yellow('warning:')} ${describeDrift(drift)}`}\n`);
}

function print({ stdout }: CommandIo, text: string): void {
  stdout.write(`${text}\n`);
}
