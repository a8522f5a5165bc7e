import { limitSummaryOf, transitionsOf } from '../../index.js';
import { resourceKinds } from '../../core/shared/resource-kind.js';
import { printable } from '../../format/printable.js';
import type { ScreenSize } from './alternate-screen.js';
import { cutText, wrapText } from '../terminal/text.js';
import { type BoardState, type Frame, initialState, type Pane, positionOf } from './board-state.js';
import { describeConnection, describeReading, trackAnswers } from './describe-connection.js';
import { createFleetRows } from './fleet-rows.js';
import { logTransition, renderLog } from './render-log.js';
import type { Notice } from './refresh-fleet.js';
import { renderAlerts } from './render-alerts.js';
import { renderLimits } from './render-limits.js';
import { renderConnectionPage, renderHelp, renderKeys } from './render-help.js';
import { listKeys, pageKeys } from './keys.js';
import { renderDetails } from './render-details.js';
import { renderHeader } from './render-header.js';
import { renderRows } from './render-rows.js';
import { readRow, type RowFacts, rowKey, type RowRef, selectDown } from './row-facts.js';
import type { BoardFacts, Scene } from './scene.js';

export interface RenderedScreen extends Frame {
  readonly lines: readonly string[];
  readonly visible: readonly RowRef[];
  readonly maxScroll: number;
}

const MAX_LOG_ENTRIES = 200;

export function createBoardView(facts: BoardFacts) {
  const { fleet, clock, palette } = facts;
  const answers = trackAnswers(fleet);
  const readRows = createFleetRows(fleet, clock);
  const transitions = transitionsOf(fleet).recent({ limit: MAX_LOG_ENTRIES });

  function sceneOf(state: BoardState, columns: number, isLive: boolean): Scene {
    const down = selectDown(fleet);
    const rows = readRows(state, down, isLive);
    const notes = [...answers.log, ...(facts.notes?.value ?? [])].toReversed();
    const entries = [...transitions.value.map(logTransition), ...notes];
    const log = entries.toSorted((a, b) => b.at - a.at).slice(0, MAX_LOG_ENTRIES);
    const status = fleet.polling.status.value;
    return { facts, state, rows, status, down, columns, palette, now: clock.now(), log, answers };
  }

  return {
    render(state: BoardState, size: ScreenSize, notice: Notice | undefined): RenderedScreen {
      const scene = sceneOf(state, size.columns, true);
      const connection = describeConnection(scene.status, answers, scene.now);
      const header = renderHeader(scene, connection);
      const keys = state.page === 'fleet' ? listKeys(facts.demo !== undefined) : pageKeys;
      const footer = [...noticeLines(scene, notice), renderKeys(keys, scene)];
      const rows = Math.max(0, size.rows - header.length - footer.length);
      const body = state.page === 'fleet' ? renderFleet(scene, rows) : renderPage(scene, rows);
      const shown = body.lines.slice(0, rows);
      const filler = Array.from({ length: rows - shown.length }, () => '');
      return { ...body, lines: [...header, ...shown, ...filler, ...footer] };
    },
    /** Renders all rows as text without a selected row. @param columns the width; `Infinity` leaves nothing out */
    renderWhole(columns: number): string[] {
      const scene = sceneOf(initialState, columns, false);
      const header = renderHeader(scene, describeReading(answers));
      const panes: readonly Pane[] = facts.alerts ? ['alerts', 'limits', 'changes'] : ['limits', 'changes'];
      const sections = [
        header,
        ...sectionsOf(scene, scene.rows.listed),
        ...panes.map((pane) => linesOfPane(scene, pane)),
      ];
      return joinSections(sections).map((line) => line.trimEnd());
    },
    stop: answers.stop,
  };
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

function renderFleet(scene: Scene, rows: number): RenderedScreen {
  const { facts, state, rows: all, down, now } = scene;
  // Each row is one line, so one row of each kind is enough to count the lines of the headings.
  const firstRows = resourceKinds.flatMap((kind) => all.listed.find(({ resource }) => resource === kind) ?? []);
  const headed = sectionsOf(scene, firstRows);
  const headings = headed.flat().length - firstRows.length;
  const wholeLines = all.listed.length + headings + headed.length - 1;
  const layout = layoutBoard(rows, wholeLines, state);
  const position = positionOf(state, all.listed);
  // Without room for all rows, the sections follow each other without an empty line.
  const isWhole = wholeLines <= layout.list;
  const window = isWhole ? all.listed.length : Math.max(0, layout.list - headings);
  const { first, end } = visibleRange(all.listed.length, window, position);
  const visible = all.listed.slice(first, end).map((row) => readRow(facts.fleet, row, down, now));
  const selected = all.listed[position];
  const sections = sectionsOf(scene, visible, selected && rowKey(selected));
  const list = isWhole ? joinSections(sections) : sections.flat();
  const pane = layout.pane === 0 ? undefined : renderPane(scene, layout.pane - 1);
  const filler = Array.from({ length: Math.max(0, layout.list - list.length) }, () => '');
  return {
    lines: pane === undefined ? list : [...list.slice(0, layout.list), ...filler, '', ...pane.lines],
    rows: all.listed,
    visible,
    maxScroll: pane?.maxScroll ?? 0,
    pageRows: Math.max(1, (pane !== undefined && state.focus === 'pane' ? layout.pane - 2 : window) - 1),
    hasPane: pane !== undefined,
  };
}

function windowOf(lines: readonly string[], rows: number, scroll: number) {
  const maxScroll = Math.max(0, lines.length - rows);
  const first = Math.min(scroll, maxScroll);
  return { lines: lines.slice(first, first + rows), maxScroll };
}

/** A pane in a window of `rows` lines. Its title stays. */
function renderPane(scene: Scene, rows: number) {
  const { state, palette } = scene;
  const isFocused = state.focus === 'pane';
  const [title = '', ...lines] = linesOfPane(scene, state.pane);
  const window = windowOf(lines, rows - 1, isFocused ? state.scroll : 0);
  return { ...window, lines: [isFocused ? palette.cyan('❯ ') + title : title, ...window.lines] };
}

function sectionsOf(scene: Scene, shown: readonly RowFacts[], selectedKey?: string) {
  const { facts, state, rows, columns, palette } = scene;
  const sections = resourceKinds
    .map((kind) => shown.filter(({ resource }) => resource === kind))
    .filter((ofKind) => ofKind.length > 0)
    .map((ofKind) => renderRows(ofKind, selectedKey, scene));
  if (rows.listed.some(({ resource }) => resource === 'database')) return sections;
  if (state.filter !== '') return rows.listed.length > 0 ? sections : [[palette.dim('  No row matches the filter.')]];
  const words = wrapText(facts.howToAdd, columns - 2).map((line) => palette.dim(`  ${line}`));
  return [[palette.bold('DATABASES'), ...words], ...sections];
}

function joinSections(sections: readonly (readonly string[])[]): string[] {
  return sections.flatMap((lines, index) => (index > 0 ? ['', ...lines] : lines));
}

function linesOfPane(scene: Scene, pane: Pane): string[] {
  const { facts, state, log, now } = scene;
  if (pane === 'alerts') return renderAlerts(facts.alerts?.value, now, scene);
  if (pane === 'changes') return renderLog(log, state.focus === 'pane', now, scene);
  return renderLimits(limitSummaryOf(facts.fleet).value.worst, scene);
}

function renderPage(scene: Scene, rows: number): RenderedScreen {
  const { facts, state, down, now } = scene;
  const shown = state.page === 'help' ? undefined : state.selected;
  const row = shown && readRow(facts.fleet, shown, down, now);
  const renderRow = state.page === 'connection' ? renderConnectionPage : renderDetails;
  return {
    ...windowOf(['', ...(row === undefined ? renderHelp(scene) : renderRow(row, scene))], rows, state.scroll),
    // Keys act on the row whose page is shown, also when it has left the list.
    rows: shown === undefined ? scene.rows.listed : [shown],
    visible: shown === undefined ? [] : [shown],
    pageRows: Math.max(1, rows - 2),
    hasPane: false,
  };
}

/** The pane takes the lines that the list does not need. A pane that a person opened also takes lines from the list. */
const MIN_PANE = 4;
const ASKED_SHARE = 0.4;
const MIN_LIST = 3;

/** @param listLines the lines of all rows with their headings */
function layoutBoard(rows: number, listLines: number, { isPaneAsked }: Pick<BoardState, 'isPaneAsked'>) {
  const left = rows - listLines;
  const asked = Math.min(Math.max(MIN_PANE, Math.floor(rows * ASKED_SHARE)), rows - MIN_LIST);
  const pane = Math.max(left, isPaneAsked ? asked : 0);
  return pane < MIN_PANE ? { list: rows, pane: 0 } : { list: rows - pane, pane };
}

/** Returns the range of `count` rows that a window of `size` rows shows around the selected row. `end` is exclusive. */
function visibleRange(count: number, size: number, selected: number): { first: number; end: number } {
  const first = Math.max(0, Math.min(selected - Math.floor(size / 2), count - size));
  return { first, end: Math.min(count, first + size) };
}
