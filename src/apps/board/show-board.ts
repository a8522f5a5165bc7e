import type { Key } from 'node:readline';
import type { Subscription } from 'rxjs';
import { type Fleet, limitSummaryOf, transitionsOf, unconfirmedCreatesOf, usageOf } from '../../index.js';
import { createAlarm, type SetAlarm } from '../../core/polling/alarm.js';
import { unlessAborted } from '../../core/shared/on-abort.js';
import type { CommandIo } from '../terminal/command-io.js';
import { repeat } from '../terminal/stopping.js';
import { enterAlternateScreen } from './alternate-screen.js';
import { createBoardView } from './board-view.js';
import { afterFrame, type BoardAction, type Frame, initialState, positionOf, pressKey } from './board-state.js';
import { readKeys } from './keys.js';
import { createRefresh } from './refresh-fleet.js';
import { entryOf, rowKey, type RowRef } from './row-facts.js';
import type { BoardFacts } from './scene.js';

const FRAME_MS = 50;
const TICK_MS = 1000;

export async function showBoard(io: CommandIo, facts: BoardFacts, signal: AbortSignal): Promise<void> {
  const board = new ShownBoard(io, facts);
  try {
    board.begin();
    await unlessAborted(board.ended, [signal]).catch(() => {});
  } finally {
    board.close();
  }
}

class ShownBoard {
  readonly ended: Promise<void>;
  readonly #facts: BoardFacts;
  readonly #refresh: ReturnType<typeof createRefresh>;
  readonly #view: ReturnType<typeof createBoardView>;
  readonly #followRows: (rows: readonly RowRef[]) => void;
  readonly #screen: ReturnType<typeof enterAlternateScreen>;
  readonly #releases: (() => void)[];
  readonly #setFrame: SetAlarm;
  #quit = (): void => {};
  #state = initialState;
  #drawn: Frame = { rows: [], pageRows: 1, hasPane: false };
  #drawnMs = -Infinity;
  #isDrawing = false;
  #isClosed = false;

  constructor({ stdin, stdout }: CommandIo, facts: BoardFacts) {
    const { fleet, clock } = facts;
    const invalidate = (): void => this.#invalidate();
    this.ended = new Promise((resolve) => (this.#quit = resolve));
    this.#facts = facts;
    this.#setFrame = createAlarm(clock, () => this.#draw());
    this.#refresh = createRefresh(fleet, clock, invalidate);
    this.#view = createBoardView(facts);
    this.#followRows = createFollower(fleet, invalidate);
    this.#releases = [
      readKeys(stdin, (key) => this.#press(key), this.#quit),
      watchFleet(facts, invalidate),
      () => this.#followRows([]),
      () => this.#view.stop(),
    ];
    // Made after `readKeys`, which may throw: its error is shown on the usual screen.
    this.#screen = enterAlternateScreen(stdout, () => this.#draw());
  }

  begin(): void {
    this.#draw();
    this.#invalidate();
    this.#releases.push(repeat(this.#facts.clock, TICK_MS, () => this.#invalidate()));
  }

  close(): void {
    this.#isClosed = true;
    for (const release of this.#releases) release();
    this.#setFrame(Infinity);
    this.#screen.leave();
  }

  #draw(): void {
    this.#setFrame(Infinity);
    this.#drawnMs = this.#facts.clock.monotonic();
    this.#isDrawing = true;
    const drawn = this.#view.render(this.#state, this.#screen.size, this.#refresh.notice());
    this.#drawn = drawn;
    this.#state = afterFrame(this.#state, drawn);
    this.#followRows(drawn.visible);
    this.#isDrawing = false;
    this.#screen.show(drawn.lines);
  }

  #invalidate(): void {
    // A refresh, or the opening of a page in a browser, may end after the board.
    if (!this.#isDrawing && !this.#isClosed) this.#setFrame(this.#drawnMs + FRAME_MS);
  }

  #press(key: Key): void {
    const next = pressKey(this.#state, key, this.#drawn);
    if (typeof next === 'object') this.#state = next;
    else this.#act(next);
    this.#draw();
  }

  #act(action: BoardAction): void {
    const { rows } = this.#drawn;
    const { demo } = this.#facts;
    const { polling } = this.#facts.fleet;
    const isPaused = polling.status.value.reason?.code === 'requested';
    const selected = rows[positionOf(this.#state, rows)];
    const actions: Readonly<Record<BoardAction, () => void>> = {
      quit: () => this.#quit(),
      refresh: () => void this.#refresh.start(),
      pause: () => (isPaused ? polling.resume() : polling.pause('Paused. Press p to resume.')),
      copy: () => selected && this.#copy(selected),
      browse: () => void this.#browse(selected),
      create: () => demo?.actions.create(),
      suspend: () => selected?.resource === 'database' && demo?.actions.toggleState(selected.id),
      outage: () => demo?.actions.toggleOutage(),
    };
    actions[action]();
  }

  #copy({ id }: RowRef): void {
    this.#screen.copy(id);
    this.#refresh.show({ text: `copied ${id}`, isFailure: false });
  }

  async #browse(selected: RowRef | undefined): Promise<void> {
    const notice = await this.#facts.browse(selected).then(
      (address) => ({ text: this.#describeBrowsed(selected, address), isFailure: false }),
      (error: Error) => ({ text: error.message, isFailure: true }),
    );
    this.#refresh.show(notice);
  }

  /** Copies the address if no browser was opened: with its token, it is longer than the line of most terminals. */
  #describeBrowsed(selected: RowRef | undefined, address: string | undefined): string {
    if (address === undefined) return 'Opened the page in a browser.';
    this.#screen.copy(address);
    const id = selected?.resource === 'database' ? ` ${selected.id}` : '';
    return `No browser opens here. The address is copied, and printed by: fleetglass open${id}`;
  }
}

/** Subscribes to everything that the board shows, except rows. @returns a function that ends the subscriptions */
function watchFleet({ fleet, alerts, notes, demo }: BoardFacts, onChange: () => void): () => void {
  const { databases, indices, polling } = fleet;
  const subscriptions = [
    databases.tracked.subscribe(onChange),
    unconfirmedCreatesOf(fleet).subscribe(onChange),
    indices.all.subscribe(onChange),
    limitSummaryOf(fleet).subscribe(onChange),
    polling.status.subscribe(onChange),
    transitionsOf(fleet).subscribe(onChange),
    notes?.subscribe(onChange),
    alerts?.subscribe(onChange),
    demo?.actions.outage.subscribe(onChange),
  ];
  return () => subscriptions.forEach((subscription) => subscription?.unsubscribe());
}

/** @returns a function that subscribes to the given rows, and to no others. Rows with a subscriber are polled faster */
function createFollower(fleet: Fleet, onChange: () => void): (rows: readonly RowRef[]) => void {
  const followed = new Map<string, Subscription>();
  return (rows) => {
    const wanted = new Map(rows.map((row) => [rowKey(row), row]));
    for (const [key, row] of wanted) {
      if (followed.has(key)) continue;
      const subscription = entryOf(fleet, row).subscribe(onChange);
      subscription.add(usageOf(fleet, row.resource, row.id).subscribe(onChange));
      followed.set(key, subscription);
    }
    for (const [key, subscription] of followed) {
      if (wanted.has(key)) continue;
      followed.delete(key);
      subscription.unsubscribe();
    }
  };
}
