import {
  unconfirmedCreatesOf,
  transitionsOf,
  limitSummaryOf,
  usageOf,
  type Fleet,
  type Clock,
  type LimitUsage,
  type View,
} from '../../index.js';
import type { ScreenSize } from './alternate-screen.js';
import type { RenderOptions, Palette } from '../terminal/palette.js';
import { cutText, wrapText } from '../terminal/wrap-text.js';
import { alignColumns } from '../terminal/align-columns.js';
import { layoutBoard, paneColumnsOf, PANE_GAP, visibleRange, type BoardLayout } from './board-layout.js';
import { positionOf, type BoardState } from './board-state.js';
import { describeConnection, describeReading, type ConnectionWords } from './describe-connection.js';
import { createFleetHealth } from './fleet-health.js';
import { logTransition, type LogEntry, renderLog, renderWholeLog } from './render-log.js';
import type { Notice } from './refresh-fleet.js';
import { renderAlerts, type BoardAlerts } from './render-alerts.js';
import { renderDatabases } from './render-databases.js';
import { renderDetails } from './render-details.js';
import { renderHeader } from './render-header.js';
import { renderHelp } from './render-help.js';
import { renderIndices } from './render-indices.js';
import { listKeys, pageKeys, renderKeys } from './render-keys.js';
import { renderLimits } from './render-limits.js';
import { isSimulated, readDatabase, readIndex, readRow, selectDown, selectRows, type RowRef } from './row-facts.js';
import { trackAnswers, type TrackedAnswers } from './track-answers.js';

export interface BoardFacts {
  readonly fleet: Fleet;
  readonly clock: Clock;
  readonly palette: Palette;
  readonly baseUrl: string;
  readonly notes: View<readonly LogEntry[]>;
  /** What the monitor lists. @default no monitor */
  readonly alerts?: View<BoardAlerts> | undefined;
  readonly howToAdd: string;
  readonly howToKnow: string;
  readonly demo?:
    | {
        readonly pageUrl: string;
        readonly outage: View<string | undefined>;
      }
    | undefined;
}

export interface RenderedScreen {
  readonly lines: readonly string[];
  readonly visible: readonly RowRef[];
  readonly maxScroll: number;
  readonly pageRows: number;
}

export interface BoardView {
  render(state: BoardState, size: ScreenSize, notice: Notice | undefined): RenderedScreen;
  /** Renders all rows as text without a selected row. @param columns the width; `Infinity` leaves nothing out */
  renderWhole(columns: number): string[];
  stop(): void;
}

const MAX_LOG_ENTRIES = 200;

export function createBoardView(facts: BoardFacts): BoardView {
  const { fleet, clock, palette } = facts;
  const answers = trackAnswers(fleet);
  const health = createFleetHealth(fleet, clock);
  const transitions = transitionsOf(fleet).recent({ limit: MAX_LOG_ENTRIES });
  let isLoaded = false;

  return {
    render(state, size, notice) {
      const options = { columns: size.columns, palette };
      const connection = describeConnection(fleet.polling.status.value, answers.value, clock.now());
      const { words, loading } = health(selectDown(fleet), true);
      isLoaded ||= loading === 0;
      const header = headerOf(facts, connection, words, isLoaded ? 0 : loading, options);
      const keys = state.page === 'fleet' ? listKeys(facts.demo !== undefined) : pageKeys;
      const footer = [noticeLine(notice, options), renderKeys(keys, options)];
      const rows = Math.max(0, size.rows - header.length - footer.length);
      const log = mergeLog(transitions.value.map(logTransition), [...answers.log, ...facts.notes.value]);
      const body =
        state.page === 'fleet'
          ? renderFleet(facts, state, log, size.columns, layoutOf(facts, log, { columns: size.columns, rows }))
          : renderPage(facts, state, answers, log, { columns: size.columns, rows });
      const shown = body.lines.slice(0, rows);
      const filler = Array.from({ length: Math.max(0, rows - body.lines.length) }, () => '');
      return { ...body, lines: [...header, ...shown, ...filler, ...footer] };
    },
    renderWhole(columns) {
      const options = { columns, palette };
      const { words } = health(undefined, false);
      const header = headerOf(facts, describeReading(answers.value), words, 0, options);
      const log = mergeLog(transitions.value.map(logTransition), [...answers.log, ...facts.notes.value]);
      const layout = { ...WHOLE, paneColumns: [columns] as const, log: log.length === 0 ? 0 : Infinity };
      const lines = [...header, '', ...renderFleet(facts, undefined, log, columns, layout).lines];
      return lines.map((line) => line.trimEnd());
    },
    stop: answers.stop,
  };
}

const WHOLE = { alerts: Infinity, databases: Infinity, indices: Infinity, limits: Infinity, isSpaced: true };

function headerOf(
  { fleet, baseUrl, demo }: BoardFacts,
  connection: ConnectionWords,
  health: string,
  loading: number,
  options: RenderOptions,
): string[] {
  const { databases, indices, polling } = fleet;
  const status = polling.status.value;
  return renderHeader(
    {
      health,
      connection,
      status,
      outage: demo?.outage.value,
      databases: databases.tracked.value.length,
      indices: indices.all.value.length,
      loaded: loading === 0 ? undefined : databases.tracked.value.length - loading,
      unconfirmed: unconfirmedCreatesOf(fleet).value.length,
      seeUnconfirmed: demo === undefined ? 'see fleetglass list' : 'press l for more',
      address: demo === undefined ? baseUrl : `page ${demo.pageUrl}`,
    },
    options,
  );
}

function noticeLine(notice: Notice | undefined, { columns, palette }: RenderOptions): string {
  if (notice === undefined) return '';
  const text = cutText(notice.text, columns);
  return notice.isFailure ? palette.red(text) : palette.cyan(text);
}

/** Merges changes and notes, the newest first. */
function mergeLog(changes: readonly LogEntry[], notes: readonly LogEntry[]): LogEntry[] {
  return [...changes, ...notes.toReversed()].toSorted((a, b) => b.at - a.at).slice(0, MAX_LOG_ENTRIES);
}

type Body = Omit<RenderedScreen, 'lines'> & { readonly lines: string[] };

/** An empty section has the lines of its notice. */
function layoutOf(
  { fleet, alerts, howToAdd, howToKnow }: BoardFacts,
  log: readonly LogEntry[],
  size: ScreenSize,
): BoardLayout {
  const noticeLines = (text: string, columns: number): number => wrapText(text, columns - 2).length;
  const [left] = paneColumnsOf(size.columns);
  return layoutBoard(size, {
    alerts: alerts?.value.alerts.length,
    databases: fleet.databases.tracked.value.length || noticeLines(howToAdd, size.columns),
    indices: fleet.indices.all.value.length,
    limits: limitSummaryOf(fleet).value.worst.length || noticeLines(howToKnow, left),
    log: log.length,
  });
}

function renderFleet(
  facts: BoardFacts,
  state: BoardState | undefined,
  log: readonly LogEntry[],
  columns: number,
  layout: BoardLayout,
): Body {
  const { fleet, clock, palette, howToAdd, howToKnow } = facts;
  const now = clock.now();
  const rows = selectRows(fleet);
  const position = state === undefined ? -1 : positionOf(state, rows);
  const selected = rows[position];
  const ids = fleet.databases.tracked.value;
  const indices = fleet.indices.all.value;
  const { worst } = limitSummaryOf(fleet).value;
  const down = selectDown(fleet);
  const table = { now, isDown: down !== undefined, selectedId: selected?.id };
  const options = { columns, palette };
  const shownIds = visibleRange(ids.length, Math.max(0, layout.databases - 1), Math.min(position, ids.length - 1));
  const shownIndices = visibleRange(
    indices.length,
    Math.max(0, layout.indices - 1),
    Math.max(0, position - ids.length),
  );

  const databaseRows = ids.slice(shownIds.first, shownIds.end).map((id) => readDatabase(fleet, id, down, now));
  const indexRows = indices
    .slice(shownIndices.first, shownIndices.end)
    .map(({ id }) => readIndex(fleet, id, down, now));
  const databaseTable = { ...table, shown: databaseRows, count: ids.length, first: shownIds.first };
  const indexTable = { ...table, shown: indexRows, count: indices.length, first: shownIndices.first };
  const limitList = {
    worst,
    nameOf: nameOfResource(fleet),
    isSimulated: (usage: LimitUsage) =>
      isSimulated({ usage: usageOf(fleet, usage.resource, usage.id).value ?? {} }, usage),
    howToKnow,
    now,
    rows: layout.limits,
  };
  const [left, right] = layout.paneColumns;
  const forLimits = layout.limits === 0 ? [] : renderLimits(limitList, { columns: left, palette });
  const forLog = layout.log === 0 ? [] : renderLog(log, layout.log, { columns: right ?? left, palette });
  const { alerts } = facts;
  const sections = [
    alerts === undefined || layout.alerts === 0 ? [] : renderAlerts(alerts.value, layout.alerts, now, options),
    layout.databases === 0 ? [] : renderDatabases(databaseTable, howToAdd, options).slice(0, layout.databases),
    layout.indices === 0 || indices.length === 0 ? [] : renderIndices(indexTable, options),
    ...(right === undefined ? [forLimits, forLog] : [besideEachOther(forLimits, forLog, left)]),
  ];
  const visible = [...databaseRows, ...indexRows].map(({ resource, id }): RowRef => ({ resource, id }));
  return {
    lines: spaced(sections, layout),
    visible,
    maxScroll: 0,
    pageRows: Math.max(1, layout.databases - 2),
  };
}

function spaced(sections: readonly (readonly string[])[], { isSpaced }: BoardLayout): string[] {
  const filled = sections.filter((lines) => lines.length > 0);
  return filled.flatMap((lines, at) => (isSpaced && at > 0 ? ['', ...lines] : lines));
}

function besideEachOther(left: readonly string[], right: readonly string[], columns: number): string[] {
  const count = Math.max(left.length, right.length);
  const rows = Array.from({ length: count }, (_, at) => [left[at] ?? '', right[at] ?? ''] as const);
  // The first row only fixes the width of the left pane. Styles do not count as width.
  const [, ...lines] = alignColumns(
    [[{ text: ' '.repeat(columns) }, { text: '' }], ...rows.map((row) => row.map((text) => ({ text })))],
    ' '.repeat(PANE_GAP),
  );
  return lines.map((line) => line.trimEnd());
}

function renderPage(
  facts: BoardFacts,
  state: BoardState,
  answers: TrackedAnswers,
  log: readonly LogEntry[],
  { columns, rows }: ScreenSize,
): Body {
  const { selected } = state;
  const all = ['', ...linesOfPage(facts, state, answers, log, { columns, palette: facts.palette })];
  const maxScroll = Math.max(0, all.length - rows);
  const first = Math.min(state.scroll, maxScroll);
  const lines = all.slice(first, first + rows);
  const visible = state.page === 'details' && selected !== undefined ? [selected] : [];
  return { lines, visible, maxScroll, pageRows: Math.max(1, rows - 2) };
}

function linesOfPage(
  { fleet, clock, baseUrl, demo, howToKnow }: BoardFacts,
  { page, selected }: BoardState,
  answers: TrackedAnswers,
  log: readonly LogEntry[],
  options: RenderOptions,
): string[] {
  if (page === 'log') return renderWholeLog(log, options);
  if (page === 'details' && selected !== undefined) {
    const now = clock.now();
    const row = readRow(fleet, selected, selectDown(fleet), now);
    const changes = transitionsOf(fleet).recent({ id: selected.id, limit: 20 }).value;
    return renderDetails({ row, changes, howToKnow, isDown: selectDown(fleet) !== undefined, now }, options);
  }
  const { lastFailure } = answers.value;
  return renderHelp({ baseUrl, status: fleet.polling.status.value, lastFailure, pageUrl: demo?.pageUrl }, options);
}

/** Returns a function that gives the name of a resource, or its id if it has no record. */
function nameOfResource({ databases, indices }: Pick<Fleet, 'databases' | 'indices'>) {
  return ({ resource, id }: Pick<LimitUsage, 'resource' | 'id'>): string => {
    const name = resource === 'database' ? databases.record(id).value?.database_name : indices.record(id).value?.name;
    return name || id;
  };
}
