import { createDatabase, FleetError, systemClock } from '../../index.js';
import { describeFailure } from '../../format/describe-failure.js';
import { type DemoEnvironment, createDemoCadence, openDemo, type DemoOptions } from './demo-environment.js';
import { climbAt, startLoad, waveAt } from './demo-load.js';
import { scenarioRequest } from './run-scenario.js';
import { createCell } from '../../core/store/cell.js';
import { Commits } from '../../core/store/commits.js';
import { printable } from '../../format/printable.js';
import type { LogEntry } from '../board/render-log.js';
import { showBoard } from '../board/show-board.js';
import { openPage, type PagePlace } from '../local-services/open-page.js';
import { renderOptionsOf, type CommandIo } from '../terminal/command-io.js';

export type DemoAction = Omit<LogEntry, 'at'>;

type Label = 'you' | 'script';

/** The actions of the user. Until the first of them, a script acts. */
export class DemoControls {
  readonly #environment: DemoEnvironment;
  readonly #onAction: (action: DemoAction) => void;
  /** The starter of the current outage: the user or the script. */
  readonly #outage = createCell<Label | undefined>(new Commits(), undefined);
  readonly outage = this.#outage.view;
  /** When databases were created after the start, monotonic. */
  readonly #createdMs = new Map<string, number>();
  readonly #stops: readonly (() => void)[];
  #scripted: string | undefined;
  #isTakenOver = false;

  constructor(
    environment: DemoEnvironment,
    onAction: (action: DemoAction) => void,
    onNotice: (notice: string) => void,
  ) {
    this.#environment = environment;
    this.#onAction = onAction;
    const { clock } = environment;
    const startedMs = clock.monotonic();
    const shareOf = (id: string): number => {
      const since = this.#createdMs.get(id);
      const nowMs = clock.monotonic();
      return since === undefined ? waveAt(nowMs - startedMs, id) : climbAt(nowMs - since);
    };
    const play = (afterMs: number, act: () => void): (() => void) =>
      clock.schedule(() => {
        if (!this.#isTakenOver) act();
      }, afterMs);
    this.#stops = [
      startLoad(environment, shareOf, onNotice),
      play(3_000, () => this.create('script')),
      play(12_000, () => this.#setState('script', this.#scripted, 'suspended')),
      play(22_000, () => this.#setState('script', this.#scripted, 'active')),
      play(34_000, () => this.toggleOutage('script')),
      // The script ends its own outage even if the user took over.
      clock.schedule(() => this.outage.value === 'script' && this.toggleOutage('script'), 46_000),
    ];
  }

  create(label: Label = 'you'): void {
    const { fleet, clock } = this.#environment;
    const usual = scenarioRequest.database_name;
    const count = this.#createdMs.size;
    const name = count === 0 ? usual : `${usual}-${count + 1}`;
    this.#attempt(label, `create ${name}`, async () => {
      const { database_id: id } = await createDatabase(fleet, { ...scenarioRequest, database_name: name });
      this.#createdMs.set(id, clock.monotonic());
      if (label === 'script') this.#scripted = id;
    });
  }

  toggleState(id: string): void {
    const isActive = this.#environment.fleet.databases.record(id).value?.state === 'active';
    this.#setState('you', id, isActive ? 'suspended' : 'active');
  }

  toggleOutage(label: Label = 'you'): void {
    const { faults } = this.#environment.control;
    const isOn = this.outage.value === undefined;
    this.#outage.set(isOn ? label : undefined);
    this.#attempt(label, isOn ? 'start an outage: all requests get 503' : 'end the outage', () =>
      isOn ? faults.inject({ kind: 'status', status: 503 }) : faults.clear(),
    );
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  #setState(label: Label, id: string | undefined, state: 'active' | 'suspended'): void {
    if (id === undefined) return;
    const { fleet, control } = this.#environment;
    const name = fleet.databases.record(id).value?.database_name ?? id;
    const text = printable(state === 'active' ? `resume ${name}` : `suspend ${name}`);
    this.#attempt(label, text, () => control.databases.set(id, { state }));
  }

  #attempt(label: Label, text: string, act: () => Promise<unknown>): void {
    if (label === 'you') this.#isTakenOver = true;
    act().then(
      () => this.#onAction({ label, text, kind: 'done' }),
      (error: unknown) => {
        if (error instanceof FleetError && error.code === 'disposed') return;
        const message = printable(error instanceof Error ? error.message : String(error));
        const reason = error instanceof FleetError ? describeFailure(error) : message;
        this.#onAction({ label, text: `${text}: failed, ${reason}`, details: message, kind: 'failed' });
      },
    );
  }
}

const MAX_NOTES = 200;

export async function showDemo(io: CommandIo, options: DemoOptions, signal: AbortSignal): Promise<void> {
  const notes = createCell<readonly LogEntry[]>(new Commits(), []);
  const add = (entry: DemoAction): void =>
    notes.set([...notes.view.value, { ...entry, at: systemClock.now() }].slice(-MAX_NOTES));
  const note = (text: string, kind: LogEntry['kind'] = 'done'): void =>
    add({ label: 'note', text: printable(text), kind });
  // Fast for the databases on the screen, slow for the others.
  const cadence = createDemoCadence({ modifyingMs: 1000, observedMs: 6000, trackedMs: 30_000 });
  const demo = await openDemo(io, {
    ...options,
    polling: { cadence, perSecond: 50, burst: 50 },
    onNotice: note,
    onError: (error) => note(String(error), 'failed'),
  });
  let controls: DemoControls | undefined;
  try {
    const { movedFrom, page } = demo;
    if (movedFrom !== undefined) note(`Port ${movedFrom} is in use. The service uses another port.`);
    if (page.movedFrom !== undefined) note(`Port ${page.movedFrom} is in use. The dashboard uses another port.`);
    controls = new DemoControls(demo, add, note);
    // This line is still on the terminal after the board has ended.
    io.stdout.write(`The page of the demonstration: ${page.url}\n`);
    const board = {
      ...demo,
      palette: renderOptionsOf(io, io.stdout).palette,
      account: page.account,
      commandArguments: ' --local',
      notes: notes.view,
      howToAdd: 'No databases yet. Press c to create one.',
      howToKnow: 'No use of limits is reported yet.',
      browse: (row?: PagePlace) => openPage(io, page, row),
      demo: { pageUrl: page.url, actions: controls },
    };
    await showBoard(io, board, signal);
  } finally {
    controls?.stop();
    await demo.close();
  }
  io.stdout.write('The service has stopped, and its data is gone.\n');
}
