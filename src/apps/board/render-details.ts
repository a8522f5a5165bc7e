import { type LimitUsage, transitionsOf } from '../../index.js';
import { databaseGroups } from '../../format/database-groups.js';
import { describeUse } from '../../format/describe-use.js';
import { exactRecord, type ShownRecord } from '../../format/exact-record.js';
import { formatValue } from '../../format/format-value.js';
import { indexGroups } from '../../format/index-groups.js';
import { printable } from '../../format/printable.js';
import { fieldBlocks, OTHER_FIELDS, renderFields } from '../terminal/render-fields.js';
import { type RenderOptions, wrapText } from '../terminal/text.js';
import { renderTable, type TableColumn } from '../terminal/render-table.js';
import { describeFailure } from '../../format/describe-failure.js';
import { TREND_COLUMNS } from './render-bar.js';
import { limitColumns, noUseLines } from './render-limits.js';
import { describeChange, timeOf } from './render-log.js';
import { readCell, trendCell } from './render-rows.js';
import { nameOrId, type RowFacts } from './row-facts.js';
import type { Scene } from './scene.js';

export function renderDetails(row: RowFacts, scene: Scene): string[] {
  const record = row.entry.record && exactRecord(row.entry.record);
  const groups = row.resource === 'database' ? databaseGroups : indexGroups;
  const blocks = fieldBlocks(record ?? {}, groups).filter(({ title }) => !ELSEWHERE.includes(title));
  const rendered = renderFields(blocks, scene);
  const connection = blocks.findIndex(({ title }) => title === CONNECTION);
  const sections = [
    renderHeadline(row, record, scene),
    ...rendered.filter((_, index) => index === connection),
    ...(row.limits.length === 0 ? [] : [renderLimitTable(row, scene)]),
    ...(row.resource === 'database' ? [renderChanges(row, scene)] : []),
    ...rendered.filter((_, index) => index !== connection),
  ];
  return sections.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));
}

const CONNECTION = 'Connection';

/** The groups that are not shown here: limits have a section of their own, and fields without a group are left out. */
const ELSEWHERE: readonly string[] = ['Limits', OTHER_FIELDS];

function renderHeadline(row: RowFacts, record: ShownRecord | undefined, scene: Scene): string[] {
  const { columns, palette } = scene;
  const state = [record?.['state'], record?.['modifying_state'] && `${formatValue(record['modifying_state'])}…`];
  const { text: read } = readCell(row.entry, scene);
  const words = [...state.filter(Boolean).map((each) => formatValue(each)), `read: ${read}`].join(', ');
  return [
    ...wrapText(nameOrId(row), columns).map(palette.bold),
    ...wrapText(`${row.resource === 'database' ? 'Database' : 'Vector index'}, ${words}`, columns),
    ...problemLines(row, scene),
  ];
}

function problemLines({ entry: { error } }: RowFacts, { columns, palette }: RenderOptions): string[] {
  if (error === undefined) return [];
  const lines = wrapText(`The last request failed: ${describeFailure(error)}.`, columns).map(palette.red);
  return [...lines, ...wrapText(printable(error.message), columns).map(palette.dim)];
}

const BAR_COLUMNS = 10;
const MAX_CHANGES = 20;

function renderLimitTable(row: RowFacts, scene: Scene): string[] {
  const { facts, now, palette } = scene;
  const measured = row.limits.filter(({ ratio }) => ratio !== undefined);
  const others = row.limits.filter(({ ratio }) => ratio === undefined);
  // A limit whose use is not known has only its amount.
  const measuredOnly = (show: TableColumn<LimitUsage>['show']) => (usage: LimitUsage) =>
    usage.ratio === undefined ? '' : show(usage);
  const [share, used, fullIn] = limitColumns(BAR_COLUMNS, now, palette);
  const columns: readonly TableColumn<LimitUsage>[] = [
    { heading: facts.demo ? 'Limits, simulated' : 'Limits', show: ({ name }) => `  ${name}`, least: 18 },
    ...(measured.length === 0
      ? [{ heading: '', show: describeUse, least: 16 }]
      : [
          { ...share, show: measuredOnly(share.show) },
          used,
          { ...fullIn, show: measuredOnly(fullIn.show) },
          { heading: 'TREND', show: measuredOnly((usage) => trendCell(row, usage, palette)), least: TREND_COLUMNS },
        ]),
  ];
  const { lines } = renderTable([...measured, ...others], columns, { ...scene, isLive: true });
  return [...lines.map((line) => line.trimEnd()), ...(measured.length > 0 ? [] : noUseLines(scene))];
}

function renderChanges({ id }: RowFacts, { facts, columns, palette }: Scene): string[] {
  const changes = transitionsOf(facts.fleet).recent({ id, limit: MAX_CHANGES }).value;
  const title = palette.bold('Changes') + palette.dim('  newest first, UTC');
  if (changes.length === 0) return [title, palette.dim('  None seen yet.')];
  return [
    title,
    ...changes.flatMap((change) => {
      const day = new Date(change.at).toISOString().slice(0, 10);
      return wrapText(`${day} ${timeOf(change.at)}  ${describeChange(change)}`, columns - 2).map((line) => `  ${line}`);
    }),
  ];
}
