import type { Clock, Fleet, PollingStatus, View } from '../../index.js';
import type { Palette, RenderOptions } from '../terminal/text.js';
import type { BoardState } from './board-state.js';
import type { trackAnswers } from './describe-connection.js';
import type { FleetRows } from './fleet-rows.js';
import type { BoardAlerts } from './render-alerts.js';
import type { LogEntry } from './render-log.js';
import type { Down, RowRef } from './row-facts.js';

interface DemoActions {
  /** Names the author of the current outage. `undefined`: there is no outage. */
  readonly outage: View<string | undefined>;
  create(): void;
  /** Suspends an active database, and resumes any other. */
  toggleState(id: string): void;
  toggleOutage(): void;
}

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
  /** Shown while there is no database. */
  readonly howToAdd: string;
  /** Shown while no use of a limit is known. */
  readonly howToKnow: string;
  /** Shows a row in a browser. @returns the address if no browser can be opened @throws Error if no page runs */
  readonly browse: (row: RowRef | undefined) => Promise<string | undefined>;
  readonly demo?: { readonly pageUrl: string; readonly actions: DemoActions } | undefined;
}

/** Everything that one frame is rendered from. */
export interface Scene extends RenderOptions {
  readonly facts: BoardFacts;
  readonly state: BoardState;
  readonly rows: FleetRows;
  readonly status: PollingStatus;
  readonly down: Down;
  /** Unix milliseconds. */
  readonly now: number;
  readonly log: readonly LogEntry[];
  readonly answers: ReturnType<typeof trackAnswers>;
}
