import { transitionsOf } from '../../core/fleet/transitions.js';
import { limitSummaryOf } from '../../core/limits/limit-summary.js';
import { unconfirmedCreatesOf } from '../../core/fleet/unconfirmed-creates.js';
import type { Fleet } from '../../core/fleet/fleet.js';
import type { CommandIo } from '../terminal/command-io.js';
import { enterAlternateScreen } from './alternate-screen.js';
import { createBoardView, type BoardFacts, type RenderedScreen } from './board-view.js';
import { changeState, initialState, positionOf } from './board-state.js';
import { keyCommand, type KeyCommand } from './key-command.js';
import { readKeys } from './read-keys.js';
import { createRefresh } from './refresh-fleet.js';
import { selectRows } from './row-facts.js';
import { watchRows } from './watch-rows.js';

/** The actions of the keys that only a demonstration has. */
export interface DemoActions {
  create(): void;
  /** Suspends an active database, and resumes any other. */
  toggleState(id: string): void;
  toggleOutage(): void;
}

/** Faster changes are not visible. */
const FRAME_MS = 50;
/** Ages and countdowns change each second. */
const TICK_MS = 1000;

/** Shows the board on the alternate screen of the terminal until the user quits or the signal aborts. */
export async function showBoard(
  { stdin, stdout }: Pick<CommandIo, 'stdin' | 'stdout'>,
  facts: BoardFacts,
  signal: AbortSignal,
  demo?: DemoActions,
): Promise<void> {
  const { fleet, clock } = facts;
  let state = initialState;
  let drawn: RenderedScreen | undefined;
  let drawnMs = -Infinity;
  let cancelFrame: (() => void) | undefined;
  let cancelTick = (): void => {};
  let isDrawing = false;
  let quit = (): void => {};
  const ended = new Promise<void>((resolve) => (quit = resolve));

  function draw(): void {
    cancelFrame?.();
    cancelFrame = undefined;
    drawnMs = clock.monotonic();
    isDrawing = true;
    drawn = view.render(state, screen.size, refresh.notice());
    if (state.scroll > drawn.maxScroll) state = { ...state, scroll: drawn.maxScroll };
    rows.follow(drawn.visible);
    isDrawing = false;
    screen.show(drawn.lines);
  }
  function invalidate(): void {
    if (isDrawing) return;
    cancelFrame ??= clock.schedule(draw, Math.max(0, drawnMs + FRAME_MS - clock.monotonic()));
  }
  function tick(): void {
    invalidate();
    cancelTick = clock.schedule(tick, TICK_MS);
  }

  const refresh = createRefresh(fleet, clock, invalidate);
  const view = createBoardView(facts);
  const rows = watchRows(fleet, invalidate);
  const screen = enterAlternateScreen(stdout, draw);
  const act: Partial<Record<KeyCommand, () => void>> = {
    quit,
    refresh: refresh.start,
    pause: () => togglePause(fleet),
    create: () => demo?.create(),
    toggle: () => {
      const at = selectRows(fleet)[positionOf(state, selectRows(fleet))];
      if (at?.resource === 'database') demo?.toggleState(at.id);
    },
    outage: () => demo?.toggleOutage(),
  };
  const release = readKeys(
    stdin,
    (key) => {
      const command = keyCommand(key);
      if (command === undefined) return;
      const action = act[command];
      if (action === undefined) state = changeState(state, command, selectRows(fleet), drawn?.pageRows ?? 1);
      else action();
      if (command !== 'quit') draw();
    },
    quit,
  );
  const watched = watchFleet(facts, invalidate);
  // Leaves the screen at once, because a second signal ends the process.
  const stop = (): void => {
    quit();
    screen.leave();
  };
  signal.addEventListener('abort', stop);
  try {
    draw();
    tick();
    if (signal.aborted) stop();
    await ended;
  } finally {
    signal.removeEventListener('abort', stop);
    release();
    watched();
    rows.stop();
    view.stop();
    cancelFrame?.();
    cancelTick();
    screen.leave();
  }
}

/** Subscribes to what the board shows beside the rows. @returns a function that ends the subscriptions */
function watchFleet({ fleet, notes, demo }: BoardFacts, onChange: () => void): () => void {
  const { databases, indices, polling } = fleet;
  const subscriptions = [
    databases.tracked.subscribe(onChange),
    unconfirmedCreatesOf(fleet).subscribe(onChange),
    indices.all.subscribe(onChange),
    limitSummaryOf(fleet).subscribe(onChange),
    polling.status.subscribe(onChange),
    transitionsOf(fleet).subscribe(onChange),
    notes.subscribe(onChange),
    demo?.outage.subscribe(onChange),
  ];
  return () => subscriptions.forEach((subscription) => subscription?.unsubscribe());
}

function togglePause({ polling }: Fleet): void {
  if (polling.status.value.reason?.code === 'requested') polling.resume();
  else polling.pause('Paused. Press p to resume.');
}
