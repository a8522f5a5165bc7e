import type { FleetError } from '../../index.js';
import { usagePart } from '../../core/limits/usage-part.js';
import { createPresence, type Presence } from '../../core/polling/presence.js';
import { deepEqual } from '../../core/shared/deep-equal.js';
import { detailOf } from '../../core/shared/fleet-error.js';
import { onAbort, unlessAborted } from '../../core/shared/on-abort.js';
import { invalidRequest } from '../../core/shared/refuse-issues.js';
import { ignoreRejection, isDisplay, type Display } from '../display/display.js';
import type { LiveSettings } from './live-options.js';
import { formatMoment } from '../display/text.js';

/**
 * Why a live display ended.
 *
 * - `stopped`: by `stop`, by `using`, or because its last reader left.
 * - `time`: `forMs` is over.
 * - `aborted`: by its signal.
 * - `replaced`: a live display of the same name started. The cell ran again.
 * - `disposed`: the fleet was disposed.
 */
export type LiveEnd = 'stopped' | 'time' | 'aborted' | 'replaced' | 'disposed';

export interface LiveState {
  /** The last drawing that succeeded. It keeps its reference while the drawings are equal. */
  readonly display: Display | undefined;
  /** Why the last attempt to draw failed. */
  readonly problem: string | undefined;
  /** When the display ends or has ended, Unix milliseconds. */
  readonly until: number;
  readonly end: LiveEnd | undefined;
}

export interface LiveObserver {
  readonly next: (state: LiveState) => void;
  /** Called after each attempt to draw, also if nothing has changed. */
  readonly drawn?: (() => void) | undefined;
  readonly complete?: (() => void) | undefined;
  /** Called before each redraw. If it returns `true`, the subscription ends. */
  readonly hasLeft?: (() => boolean) | undefined;
}

/** A drawing shows the age of its data, so it is repeated even if the fleet does not change. */
const LONGEST_PAUSE_MS = 5000;

/** The largest share of the time that drawing may take. The kernel or the page needs the rest. */
const LONGEST_SHARE = 0.1;

/** Runs the loop of a live display, which is shown in one or several places. */
export class LiveRun {
  readonly done: Promise<LiveEnd>;
  readonly zone: string;
  /** The shortest time between the last drawing and the next one. A slow drawing makes it longer. */
  pauseMs: number;
  readonly #settings: LiveSettings;
  readonly #guard: LiveSettings['kernel']['commits']['guard'];
  readonly #onStart: () => void;
  readonly #observers = new Set<LiveObserver>();
  #resolveDone: (reason: LiveEnd) => void = () => {};
  #stops: (() => void)[] = [];
  #state: LiveState = { display: undefined, problem: undefined, until: 0, end: undefined };
  /** Absent before the start. */
  #presence: Presence | undefined;
  /** When the next drawing may begin, in monotonic milliseconds. */
  #nextMs = -Infinity;
  /** Whether a drawing waits for `#nextMs`, or for the page to be shown. */
  #isWaiting = false;
  #cancel = (): void => {};

  /** @param onStart called once, before the first drawing */
  constructor(settings: LiveSettings, onStart: () => void) {
    this.zone = settings.timeZone;
    this.#settings = settings;
    this.#guard = settings.kernel.commits.guard;
    this.#onStart = onStart;
    this.pauseMs = settings.everyMs;
    const ended = new Promise<LiveEnd>((resolve) => (this.#resolveDone = resolve));
    // A display that is never shown ends too: with its signal or its fleet.
    this.done = unlessAborted(ended, [settings.signal]).catch((): LiveEnd => 'aborted');
    this.#stops.push(settings.kernel.onDispose(() => this.#resolveDone('disposed')));
  }

  get hasEnded(): boolean {
    return this.#state.end !== undefined;
  }

  /**
   * Calls `next` at once and after each change of the state, then `complete` at the end. The first subscription starts
   * the run. The run ends when the last subscription ends.
   */
  subscribe(observer: LiveObserver): { unsubscribe(): void } {
    if (this.#presence === undefined && !this.hasEnded) this.#start();
    observer.next(this.#state);
    if (this.hasEnded) observer.complete?.();
    else this.#observers.add(observer);
    return { unsubscribe: () => this.#unsubscribe(observer) };
  }

  /** Ends the run. A later call does nothing. */
  end(reason: LiveEnd): void {
    if (this.hasEnded) return;
    this.#release();
    this.#update({ end: reason, until: this.#settings.clock.now() });
    this.#resolveDone(reason);
    for (const observer of this.#observers) this.#guard.run(() => observer.complete?.());
    this.#observers.clear();
  }

  #start(): void {
    const { forMs, signal, clock } = this.#settings;
    const presence = createPresence({ ignored: ['offline'], guard: this.#guard });
    this.#presence = presence;
    this.#state = { ...this.#state, until: clock.now() + forMs };
    this.#onStart();
    presence.watch(() => {
      if (this.#isWaiting && presence.absence === undefined) this.#scheduleAt(this.#nextMs);
    });
    this.#drawNow();
    const changed = (): void => this.#drawSoon();
    this.#stops.push(
      () => this.#cancel(),
      () => presence.dispose(),
      watchFleet(this.#settings, changed, () => this.end('disposed')),
    );
    if (forMs < Infinity) this.#stops.push(clock.schedule(() => this.end('time'), forMs));
    if (signal !== undefined) this.#stops.push(onAbort(signal, () => this.end('aborted')));
    // The signal may have aborted before, and `watchFleet` ends the run of a disposed fleet at once.
    if (signal?.aborted) this.end('aborted');
    if (this.hasEnded) this.#release();
  }

  #release(): void {
    for (const stop of this.#stops.splice(0)) stop();
  }

  /** Draws, unless the page is hidden. */
  #drawNow(): void {
    const { clock, everyMs } = this.#settings;
    // The timer of `forMs` may stand still while the computer sleeps.
    if (clock.now() > this.#state.until) return this.end('time');
    this.#isWaiting = this.#presence?.absence !== undefined;
    if (this.#isWaiting) return;
    const startMs = clock.monotonic();
    this.#redraw();
    this.pauseMs = Math.max(everyMs, (clock.monotonic() - startMs) / LONGEST_SHARE);
    this.#nextMs = startMs + this.pauseMs;
    for (const observer of this.#observers) this.#guard.run(() => observer.drawn?.());
    // The drawing itself may have changed the fleet.
    const idleMs = this.#isWaiting ? 0 : LONGEST_PAUSE_MS;
    if (!this.hasEnded) this.#scheduleAt(Math.max(this.#nextMs, startMs + idleMs));
  }

  /** Draws as soon as the shortest pause is over. It is fast: a commit can call it for each entry. */
  #drawSoon(): void {
    if (this.#isWaiting || this.hasEnded) return;
    this.#isWaiting = true;
    this.#scheduleAt(this.#nextMs);
  }

  #scheduleAt(atMs: number): void {
    const { clock } = this.#settings;
    this.#cancel();
    this.#cancel = clock.schedule(() => this.#drawNow(), Math.max(0, atMs - clock.monotonic()));
  }

  /** If a drawing fails, the last one stays. */
  #redraw(): void {
    for (const observer of this.#observers) if (observer.hasLeft?.()) this.#unsubscribe(observer);
    if (this.hasEnded) return;
    try {
      const display = drawOnce(this.#settings) ?? this.#state.display;
      const isSame = deepEqual(display?.bundle, this.#state.display?.bundle);
      this.#update({ display: isSame ? this.#state.display : display, problem: undefined });
    } catch (error) {
      this.#update({ problem: describeFailedDrawing(error) });
    }
  }

  #unsubscribe(observer: LiveObserver): void {
    if (this.#observers.delete(observer) && this.#observers.size === 0) this.end('stopped');
  }

  #update(change: Partial<LiveState>): void {
    const before = this.#state;
    this.#state = { ...before, ...change };
    const { display, problem, end } = this.#state;
    if (display === before.display && problem === before.problem && end === before.end) return;
    for (const observer of this.#observers) this.#guard.run(() => observer.next(this.#state));
  }
}

/**
 * Calls `changed` when anything has changed that a drawing can show: entries, usage, polling. It is called inside
 * commits. Watching makes no id known and no id observed, so it causes no request.
 *
 * @param disposed called when the fleet is disposed, at once if it is disposed already
 * @returns a function that ends the watching
 */
function watchFleet({ fleet, kernel }: LiveSettings, changed: () => void, disposed: () => void): () => void {
  let isWatching = false;
  // Each view emits its current value at once. That is not a change.
  const observer = { next: () => void (isWatching && changed()), complete: disposed };
  const subscriptions = [fleet.databases.tracked.subscribe(observer), fleet.polling.status.subscribe(observer)];
  const stops = [
    kernel.databases.onChange(changed),
    kernel.indices.onChange(changed),
    usagePart(kernel).onChange(changed),
    ...subscriptions.map((subscription) => () => subscription.unsubscribe()),
  ];
  isWatching = true;
  return () => stops.forEach((stop) => stop());
}

/** @throws FleetError `invalid-request` if `draw` returns anything else than a display; any error that `draw` throws */
export function drawOnce({ draw, fleet }: Pick<LiveSettings, 'draw' | 'fleet'>): Display | undefined {
  const drawn: unknown = draw(fleet);
  if (drawn === undefined || isDisplay(drawn)) return drawn;
  ignoreRejection(drawn);
  const message = 'expected a function that returns a display, such as showFleet returns, and not a promise of it';
  throw invalidRequest('configure', [{ path: 'draw', message }]);
}

/** The messages of other errors may contain anything, secrets included. */
function describeFailedDrawing(error: unknown): string {
  // The name identifies a `FleetError` of another copy of this package too.
  if (error instanceof Error && error.name === 'FleetError')
    return `The drawing failed: ${detailOf(error as FleetError)}.`;
  const name = error instanceof Error ? error.name : 'an error';
  return `The drawing failed with ${name}. Call the function in a cell to see the error.`;
}

const REASONS: Readonly<Record<LiveEnd, string>> = {
  stopped: 'it was stopped.',
  time: 'the time is over. Run the cell again to go on.',
  aborted: 'its signal was aborted.',
  replaced: 'a live display of the same name started. To keep both, give each a `name` of its own.',
  disposed: 'the fleet was disposed.',
};

/** The last moment that has a date, Unix milliseconds. */
const LAST_DATE = 8.64e15;

/** One line of plain text: until when the display is live or why it ended, and why the last drawing failed. */
export function describeLive({ until, end, problem }: LiveState, zone = 'UTC'): string {
  const moment = until > LAST_DATE ? 'Live' : `Live until ${formatMoment(until, zone)}`;
  const sentence = end === undefined ? `${moment}.` : `${moment}: ${REASONS[end]}`;
  return problem === undefined ? sentence : `${sentence} ${problem}`;
}
