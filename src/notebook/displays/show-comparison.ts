import type { FleetSnapshot } from '../../index.js';
import { readSnapshot } from '../../core/fleet/read-snapshot.js';
import { parseOptions } from '../../core/shared/parse-options.js';
import { refuseIssues } from '../../core/shared/refuse-issues.js';
import { FleetError } from '../../core/shared/fleet-error.js';
import { formatCount } from '../../format/quantities.js';
import type { Display } from '../display/display.js';
import { html } from '../display/html.js';
import { createTableDisplay, textHtml, type TableCell, type Column } from '../display/table.js';
import { tonedWord, type Tone } from '../display/tone.js';
import { compareSnapshots, type Change } from './compare-snapshots.js';
import { limitSchema } from './display-options.js';
import { nameCell } from './show-fleet.js';

/** The options of {@link showComparison}. */
export interface ShowComparisonOptions {
  /** The maximum number of rows, 1 to 1000. @default 50 */
  readonly limit?: number | undefined;
}

/**
 * Shows what changed between two snapshots of a fleet: added and removed resources, changed fields and changed use.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid argument
 * @example
 * ```ts
 * const before = dehydrate(fleet);
 * // ... later
 * showComparison(before, dehydrate(fleet));
 * ```
 */
export function showComparison(
  before: FleetSnapshot,
  after: FleetSnapshot,
  options: ShowComparisonOptions = {},
): Display {
  const { limit } = parseOptions('configure', limitSchema, options);
  const [from, to] = [readNamed('before', before), readNamed('after', after)];
  const changes = compareSnapshots(from, to);
  const rows = changes.slice(0, limit);
  const count = to.databases.length + to.indices.length;
  return createTableDisplay({
    title: 'Comparison',
    lead: describeChanges(changes),
    columns: COLUMNS,
    rows,
    more: changes.length - rows.length,
    empty: count === 0 ? 'Both snapshots are empty.' : 'Nothing changed between the two snapshots.',
  });
}

const COLUMNS: readonly Column<Change>[] = [
  { name: 'resource', data: ({ resource }) => resource },
  { name: 'id', data: ({ id }) => id },
  { title: 'Name', cell: nameCell, name: 'name', data: ({ name }) => name },
  { title: 'Change', cell: kindCell, name: 'change' },
  { title: 'Field', cell: ({ title }) => title, name: 'field', data: ({ field }) => field },
  { title: 'Before', align: 'right', cell: (change) => valueCell(change.before), name: 'before' },
  { title: 'After', align: 'right', cell: (change) => valueCell(change.after), name: 'after' },
];

/** @throws FleetError `invalid-request`, whose paths begin with the name of the argument */
function readNamed(name: string, snapshot: FleetSnapshot): FleetSnapshot {
  try {
    return readSnapshot(snapshot);
  } catch (error) {
    if (!(error instanceof FleetError) || error.issues === undefined) throw error;
    refuseIssues(
      'configure',
      error.issues.map(({ path, message }) => ({ path: path.replace(/^snapshot/, name), message })),
    );
    throw error;
  }
}

function describeChanges(changes: readonly Change[]): string {
  const resources = new Set(changes.map(({ resource, id }) => `${resource} ${id}`)).size;
  const added = changes.filter(({ kind }) => kind === 'added').length;
  const removed = changes.filter(({ kind }) => kind === 'removed').length;
  if (changes.length === 0) return '';
  return [
    `${formatCount(changes.length)} ${changes.length === 1 ? 'change' : 'changes'} in ${formatCount(resources)} ${resources === 1 ? 'resource' : 'resources'}`,
    ...(added > 0 ? [`${formatCount(added)} added`] : []),
    ...(removed > 0 ? [`${formatCount(removed)} removed`] : []),
  ].join(', ');
}

const KIND_TONES: Readonly<Record<Change['kind'], Tone>> = { added: 'good', removed: 'exceeded', changed: 'busy' };

function kindCell({ kind }: Change): TableCell {
  return { text: kind, html: tonedWord(kind, KIND_TONES[kind]) };
}

const MAX_VALUE = 80;

function valueCell(text: string): TableCell {
  return { text, html: html`${textHtml(text, MAX_VALUE)}` };
}
