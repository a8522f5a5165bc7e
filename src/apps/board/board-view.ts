import {
  type Clock,
  type Fleet,
  limitSummaryOf,
  type LimitUsage,
  transitionsOf,
  unconfirmedCreatesOf,
  usageOf,
  type View,
} from '../../index.js';
import { resourceKinds } from '../../core/shared/resource-kind.js';
import { printable } from '../../format/printable.js';
import { nameOfRecord } from '../../format/record-name.js';
import { describeCounts } from '../../format/shown-alerts.js';
import type { ScreenSize } from './alternate-screen.js';
import { type Palette, type RenderOptions, cutText, wrapText } from '../terminal/text.js';
import { type BoardState, type Frame, initialState, type Pane, positionOf } from './board-state.js';
import { type ConnectionWords, describeConnection, describeReading, trackAnswers } from './describe-connection.js';
import { createFleetRows, type FleetRows } from './fleet-rows.js';
import { type LogEntry, logTransition, renderLog } from './render-log.js';
import type { Notice } from './refresh-fleet.js';
import { type BoardAlerts, renderAlerts } from './render-alerts.js';
import { renderLimits } from './render-limits.js';
import { renderConnectionPage, renderHelp, renderKeys } from './render-help.js';
import { listKeys, pageKeys } from './keys.js';
import { renderDetails } from './render-details.js';
import { renderHeader } from './render-header.js';
import { renderRows } from './render-rows.js';
import { isSimulated, readRow, type RowFacts, rowKey, type RowRef, selectDown } from './row-facts.js';

export interface BoardFacts {
  readonly fleet: Fleet;
  readonly clock: Clock;
  readonly palette: Palette;
  readonly baseUrl: string;
  readonly account: string;
  /** The options with which another command finds the same account, after a space. @default none */
  readonly commandArguments?: string;
  /** Further lines for the changes. @default none */
  readonly notes?: View<readonly LogEntry[]>;
  readonly alerts?: View<BoardAlerts> | undefined;
  readonly howToAdd: string;
  readonly howToKnow: string;
  /** Shows a row in a browser. @returns the address if no browser can be opened @throws Error if no page runs */
  readonly browse: (row: RowRef | undefined) => Promise<string | undefined>;
  readonly demo?:
    | {
        readonly pageUrl: string;
        readonly outage: View<string | undefined>;
      }
    | undefined;
}

export interface RenderedScreen extends Frame {
  readonly lines: readonly string[];
  readonly visible: readonly RowRef[];
  readonly maxScroll: number;
}

const MAX_LOG_ENTRIES = 200;

interface Scene extends RenderOptions {
  readonly facts: BoardFacts;
  readonly state: BoardState;
  readonly rows: FleetRows;
  readonly now: number;
  readonly log: readonly LogEntry[];
  readonly answers: ReturnType<typeof trackAnswers>;
}

export type BoardView = ReturnType<typeof createBoardView>;

export function createBoardView(facts: BoardFacts) {
  const { fleet, clock, palette } = facts;
  const answers = trackAnswers(fleet);
  const readRows = createFleetRows(fleet, clock);
  const transitions = transitionsOf(fleet).recent({ limit: MAX_LOG_ENTRIES });
  let isLoaded = false;

  function sceneOf(state: BoardState, columns: number, isLive: boolean): Scene {
    const rows = readRows(state, isLive ? selectDown(fleet) : undefined, isLive);
    const notes = [...answers.log, ...(facts.notes?.value ?? [])].toReversed();
    const entries = [...transitions.value.map(logTransition), ...notes];
    const log = entries.toSorted((a, b) => b.at - a.at).slice(0, MAX_LOG_ENTRIES);
    return { facts, state, rows, columns, palette, now: clock.now(), log, answers };
  }

  return {
    render(state: BoardState, size: ScreenSize, notice: Notice | undefined): RenderedScreen {
      const scene = sceneOf(state, size.columns, true);
      const connection = describeConnection(fleet.polling.status.value, answers, scene.now);
      isLoaded ||= scene.rows.loading === 0;
      const header = headerOf(scene, connection, isLoaded ? 0 : scene.rows.loading);
      const keys = state.page === 'fleet' ? listKeys(facts.demo !== undefined) : pageKeys;
      const footer = [...noticeLines(scene, notice), renderKeys(keys, scene)];
      const rows = Math.max(0, size.rows - header.length - footer.length);
      const body = state.page === 'fleet' ? renderFleet(scene, rows) : renderPage(scene, rows);
      const shown = body.lines.slice(0, rows);
      const filler = Array.from({ length: rows - shown.length }, () => '');
      // Keys act on the row whose page is shown, also when it has left the list.
      const isOfRow = state.page === 'details' || state.page === 'connection';
      const keyRows = isOfRow ? body.visible : scene.rows.listed;
      return { ...body, rows: keyRows, lines: [...header, ...shown, ...filler, ...footer] };
    },
    /** Renders all rows as text without a selected row. @param columns the width; `Infinity` leaves nothing out */
    renderWhole(columns: number): string[] {
      const scene = sceneOf(initialState, columns, false);
      const header = headerOf(scene, describeReading(answers), 0);
      const panes = PANES.filter((pane) => pane !== 'alerts' || facts.alerts !== undefined);
      const sections = [
        header,
        ...sectionsOf(scene, scene.rows.listed, 0, undefined),
        ...panes.map((pane) => linesOfPane(scene, pane)),
      ];
      return joinSections(sections).map((line) => line.trimEnd());
    },
    stop: answers.stop,
  };
}

const PANES: readonly Pane[] = ['alerts', 'limits', 'changes'];

function headerOf({ facts, rows, ...options }: Scene, connection: ConnectionWords, loading: number): string[] {
  const { fleet, baseUrl, account, alerts, demo } = facts;
  const { databases, polling } = fleet;
  const tracked = databases.tracked.value.length;
  return renderHeader(
    {
      health: rows.words,
      connection,
      status: polling.status.value,
      account,
      outage: demo?.outage.value,
      databases: tracked,
      loaded: loading === 0 ? undefined : tracked - loading,
      alerts:
        alerts && (alerts.value.problem === undefined ? describeCounts(alerts.value.counts) : 'no alerts are read'),
      unconfirmed: unconfirmedCreatesOf(fleet).value.length,
      seeUnconfirmed: demo === undefined ? 'see fleetglass list' : 'press 2 for more',
      address: demo === undefined ? baseUrl : `page ${demo.pageUrl}`,
    },
    options,
  );
}

const MAX_NOTICE_LINES = 3;

function noticeLines({ state, rows, columns, palette }: Scene, notice: Notice | undefined): string[] {
  const { filter, isTyping, order } = state;
  if (isTyping || (filter !== '' && notice === undefined)) {
    const count = `  ${rows.listed.length} of ${rows.count}${isTyping ? '  Enter keeps, Escape clears' : ''}`;
    const words = cutText(printable(filter), Math.max(1, columns - count.length - 2));
    return [palette.cyan(cutText(`/${words}${isTyping ? '▏' : ''}${count}`, columns))];
  }
  if (notice === undefined) return [order === 'attention' ? '' : palette.dim(cutText(`ordered by ${order}`, columns))];
  const style = notice.isFailure ? palette.red : palette.cyan;
  return wrapText(printable(notice.text), columns).slice(0, MAX_NOTICE_LINES).map(style);
}

type Body = Omit<RenderedScreen, 'rows'>;

function renderFleet(scene: Scene, rows: number): Body {
  const { facts, state, rows: all, now } = scene;
  // Each row is one line, so one row of each kind is enough to count the lines of the headings.
  const firstRows = resourceKinds.flatMap((kind) => all.listed.find(({ resource }) => resource === kind) ?? []);
  const headed = sectionsOf(scene, firstRows, 0, undefined);
  const headings = headed.flat().length - firstRows.length;
  const wholeLines = all.listed.length + headings + headed.length - 1;
  const layout = layoutBoard(rows, wholeLines, state);
  const position = positionOf(state, all.listed);
  // Without room for all rows, their headings follow each other without an empty line.
  const isWhole = wholeLines <= layout.list;
  const window = isWhole ? all.listed.length : Math.max(0, layout.list - headings);
  const { first, end } = visibleRange(all.listed.length, window, position);
  const down = selectDown(facts.fleet);
  const visible = all.listed.slice(first, end).map((row) => readRow(facts.fleet, row, down, now));
  const selected = all.listed[position];
  const sections = sectionsOf(scene, visible, first, selected && rowKey(selected));
  const list = isWhole ? joinSections(sections) : sections.flat();
  const pane = layout.pane === 0 ? undefined : windowOf(linesOfPane(scene, state.pane), layout.pane - 1, scene);
  const filler = Array.from({ length: Math.max(0, layout.list - list.length) }, () => '');
  return {
    lines: pane === undefined ? list : [...list.slice(0, layout.list), ...filler, '', ...pane.lines],
    visible,
    maxScroll: pane?.maxScroll ?? 0,
    pageRows: Math.max(1, (pane !== undefined && state.focus === 'pane' ? layout.pane - 2 : window) - 1),
    hasPane: pane !== undefined,
  };
}

/** The lines of a pane that its window shows. Its title stays. */
function windowOf([title = '', ...lines]: readonly string[], rows: number, { state, palette }: Scene) {
  const maxScroll = Math.max(0, lines.length - (rows - 1));
  const first = state.focus === 'pane' ? Math.min(state.scroll, maxScroll) : 0;
  const mark = state.focus === 'pane' ? palette.cyan('❯ ') : '';
  return { lines: [mark + title, ...lines.slice(first, first + rows - 1)], maxScroll };
}

function sectionsOf(scene: Scene, shown: readonly RowFacts[], first: number, selectedKey: string | undefined) {
  const { facts, state, rows, now, columns, palette } = scene;
  const databases = rows.listed.filter(({ resource }) => resource === 'database').length;
  const table = { now, isDown: selectDown(facts.fleet) !== undefined, selectedKey };
  const parts = [
    { resource: 'database', first, count: databases },
    { resource: 'index', first: Math.max(0, first - databases), count: rows.listed.length - databases },
  ] as const;
  const sections = parts
    .map((part) => ({ ...part, ...table, shown: shown.filter(({ resource }) => resource === part.resource) }))
    .filter((part) => part.shown.length > 0)
    .map((part) => renderRows(part, scene));
  if (databases > 0) return sections;
  if (state.filter !== '') return rows.listed.length > 0 ? sections : [[palette.dim('  No row matches the filter.')]];
  const words = wrapText(facts.howToAdd, columns - 2).map((line) => palette.dim(`  ${line}`));
  return [[palette.bold('DATABASES'), ...words], ...sections];
}

function joinSections(sections: readonly (readonly string[])[]): string[] {
  return sections.flatMap((lines, index) => (index > 0 ? ['', ...lines] : lines));
}

function linesOfPane(scene: Scene, pane: Pane): string[] {
  const { facts, state, log, now } = scene;
  const { fleet, alerts, howToKnow } = facts;
  if (pane === 'alerts') return renderAlerts(alerts?.value, now, scene);
  if (pane === 'changes') return renderLog(log, state.focus === 'pane', scene);
  const list = {
    worst: limitSummaryOf(fleet).value.worst,
    nameOf: ({ resource, id }: LimitUsage) => {
      const { value } = resource === 'database' ? fleet.databases.record(id) : fleet.indices.record(id);
      return nameOfRecord(value) ?? id;
    },
    isSimulated: (usage: LimitUsage) =>
      isSimulated({ usage: usageOf(fleet, usage.resource, usage.id).value ?? {} }, usage),
    howToKnow,
    now,
  };
  return renderLimits(list, scene);
}

function renderPage(scene: Scene, rows: number): Body {
  const { state } = scene;
  const all = ['', ...linesOfPage(scene)];
  const maxScroll = Math.max(0, all.length - rows);
  const first = Math.min(state.scroll, maxScroll);
  const visible = state.page !== 'help' && state.selected !== undefined ? [state.selected] : [];
  return {
    lines: all.slice(first, first + rows),
    visible,
    maxScroll,
    pageRows: Math.max(1, rows - 2),
    hasPane: false,
  };
}

function linesOfPage({ facts, state, answers, now, ...options }: Scene): string[] {
  const { fleet, baseUrl, demo, howToKnow } = facts;
  const { page, selected } = state;
  if (page === 'help' || selected === undefined) {
    const { lastFailure } = answers;
    return renderHelp({ baseUrl, status: fleet.polling.status.value, lastFailure, pageUrl: demo?.pageUrl }, options);
  }
  const down = selectDown(fleet);
  const row = readRow(fleet, selected, down, now);
  if (page === 'connection') return renderConnectionPage(row, facts.commandArguments ?? '', options);
  const changes = transitionsOf(fleet).recent({ id: selected.id, limit: 20 }).value;
  return renderDetails({ row, changes, howToKnow, isDown: down !== undefined, now }, options);
}

/** The pane takes the lines that the list does not need. A pane that a person opened also takes lines from the list. */
const MIN_PANE = 4;
const ASKED_SHARE = 0.4;
const MIN_LIST = 3;

/** @param listLines the lines of all rows with their headings */
export function layoutBoard(rows: number, listLines: number, { isPaneAsked }: Pick<BoardState, 'isPaneAsked'>) {
  const left = rows - listLines;
  const asked = Math.min(Math.max(MIN_PANE, Math.floor(rows * ASKED_SHARE)), rows - MIN_LIST);
  const pane = Math.max(left, isPaneAsked ? asked : 0);
  return pane < MIN_PANE ? { list: rows, pane: 0 } : { list: rows - pane, pane };
}

/** Returns the range of `count` rows that a window of `size` rows shows around the selected row. `end` is exclusive. */
export function visibleRange(count: number, size: number, selected: number): { first: number; end: number } {
  const first = Math.max(0, Math.min(selected - Math.floor(size / 2), count - size));
  return { first, end: Math.min(count, first + size) };
}
