import { Box, Text, useInput } from 'ink';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import type { Fleet } from '../../core/fleet/fleet.js';
import type { Clock } from '../../core/shared/clock.js';
import type { View } from '../../core/state/view.js';
import type { Palette } from '../terminal/palette.js';
import { layoutBoard } from './board-layout.js';
import { keyCommand, type KeyCommand } from './key-command.js';
import type { LogEntry } from './log-entry.js';
import { renderBoardIndices } from './render-board-indices.js';
import { renderDatabases } from './render-databases.js';
import { renderHelp } from './render-help.js';
import { renderKeys } from './render-keys.js';
import { renderLimits } from './render-limits.js';
import { renderLog } from './render-log.js';
import { renderStatus } from './render-status.js';
import { useNow } from './board-hooks.js';
import { useScreenSize } from './board-hooks.js';
import { useView, useViews } from './board-hooks.js';
import { visibleRange } from './board-layout.js';
import type { LimitUsage } from '../../core/limits/limit-usage.js';

/** The actions of the keys on the board. */
export interface BoardActions {
  create(): void;
  /** Suspends an active database, and resumes any other. */
  toggleState(id: string): void;
  toggleOutage(): void;
  pause(): void;
  refresh(): void;
  quit(): void;
}

/** Props of {@link Board}. */
export interface BoardProps {
  readonly fleet: Fleet;
  readonly clock: Clock;
  /** Address of the service. */
  readonly baseUrl: string;
  /** Address of the dashboard of the same fleet. */
  readonly pageUrl: string;
  readonly log: View<readonly LogEntry[]>;
  /** The name of the current outage, if there is one. */
  readonly outage: View<string | undefined>;
  readonly actions: BoardActions;
  readonly palette: Palette;
}

/** Shows a fleet on a terminal. It subscribes only to the databases that are on the screen. */
export function Board(props: BoardProps): ReactNode {
  const { fleet, clock, baseUrl, pageUrl, actions, palette } = props;
  const size = useScreenSize();
  const now = useNow(clock);
  const status = useView(fleet.polling.status);
  const known = useView(fleet.databases.known);
  const indices = useView(fleet.indices.all);
  const { worst } = useView(fleet.limits.summary);
  const log = useView(props.log);
  const outage = useView(props.outage);
  const loaded = useFirstLoad(fleet, known.length);
  const { selected, isHelp } = useKeys(known, actions);

  const layout = layoutBoard(size, {
    databases: known.length,
    indices: indices.length,
    limits: worst.length,
    log: log.length,
  });
  const range = visibleRange(known.length, Math.max(0, layout.databases - 1), selected);
  const shown = useDatabases(fleet, known, range.first, range.end);
  const [left, right] = layout.paneColumns;
  const all = { columns: size.columns, palette };
  const onLeft = { columns: left, palette };
  const onRight = { columns: right ?? left, palette };

  const resources = [
    ...(layout.databases === 0
      ? []
      : renderDatabases({ shown, count: known.length, first: range.first, selectedId: known[selected], now }, onLeft)),
    ...(layout.indices === 0 ? [] : renderBoardIndices(indices, layout.indices, onLeft)),
  ];
  const nameOf = nameOfResource(fleet);
  const limitsAndLog = [
    ...(layout.limits === 0 ? [] : renderLimits({ worst, nameOf, now, rows: layout.limits }, onRight)),
    ...(layout.log === 0 ? [] : renderLog(log, layout.log, onRight)),
  ];
  const help = isHelp ? renderHelp({ baseUrl, pageUrl }, Math.max(0, size.rows - 3), all) : undefined;

  return (
    <Box flexDirection="column" width={size.columns} height={size.rows}>
      <Lines
        lines={renderStatus(
          { status, baseUrl, pageUrl, outage, databases: known.length, indices: indices.length, loaded, now },
          all,
        )}
      />
      {help !== undefined && <Lines lines={help} />}
      {help === undefined && right === undefined && <Lines lines={[...resources, ...limitsAndLog]} />}
      {help === undefined && right !== undefined && (
        <Box>
          <Lines lines={resources} columns={size.columns - right} />
          <Lines lines={limitsAndLog} columns={right} />
        </Box>
      )}
      <Box flexGrow={1} />
      <Lines lines={[renderKeys(all)]} />
    </Box>
  );
}

function Lines({ lines, columns }: { readonly lines: readonly string[]; readonly columns?: number }): ReactNode {
  return (
    <Box flexDirection="column" flexShrink={0} {...(columns !== undefined && { width: columns })}>
      {lines.map((line, at) => (
        // A line has no identity except its position.
        <Text key={at} wrap="truncate-end">
          {line || ' '}
        </Text>
      ))}
    </Box>
  );
}

/** Counts the databases with a record, until all databases were loaded once. */
function useFirstLoad(fleet: Fleet, known: number): number | undefined {
  const { length: loaded } = useView(fleet.databases.all);
  const isComplete = useRef(false);
  if (loaded >= known) isComplete.current = true;
  return isComplete.current ? undefined : loaded;
}

/** Subscribes to the databases on the screen. */
function useDatabases(fleet: Fleet, known: readonly string[], first: number, end: number) {
  const views = useMemo(() => {
    const ids = known.slice(first, end);
    return {
      entries: ids.map((id) => fleet.databases.entry(id)),
      limits: ids.map((id) => fleet.limits.database(id)),
    };
  }, [fleet, known, first, end]);
  const entries = useViews(views.entries);
  const limits = useViews(views.limits);
  return entries.map((entry, at) => ({ entry, limits: limits[at] ?? [] }));
}

function useKeys(known: readonly string[], actions: BoardActions): { selected: number; isHelp: boolean } {
  const [requested, setSelected] = useState(0);
  const [isHelp, setHelp] = useState(false);
  const selected = Math.max(0, Math.min(requested, known.length - 1));
  const id = known[selected];
  const act: Readonly<Record<KeyCommand, () => void>> = {
    create: actions.create,
    toggle: () => id !== undefined && actions.toggleState(id),
    outage: actions.toggleOutage,
    pause: actions.pause,
    refresh: actions.refresh,
    up: () => setSelected(Math.max(0, selected - 1)),
    down: () => setSelected(Math.min(known.length - 1, selected + 1)),
    help: () => setHelp(!isHelp),
    back: () => setHelp(false),
    quit: actions.quit,
  };
  useInput((input, key) => {
    const command = keyCommand(input, key);
    if (command !== undefined) act[command]();
  });
  return { selected, isHelp };
}

/** Returns a function that gives the name of a resource, or its id if it has no record. */
function nameOfResource({ databases, indices }: Pick<Fleet, 'databases' | 'indices'>) {
  return ({ resource, id }: Pick<LimitUsage, 'resource' | 'id'>): string => {
    const name = resource === 'database' ? databases.record(id).value?.database_name : indices.record(id).value?.name;
    return name || id;
  };
}
