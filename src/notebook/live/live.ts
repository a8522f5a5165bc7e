import type { Fleet } from '../../index.js';
import { disposeSymbol } from '../../core/shared/dispose-symbol.js';
import { asyncValues } from '../../core/store/async-values.js';
import { jupyterDisplay, type Display, type MimeBundle } from '../display/display.js';
import { html, Html } from '../display/html.js';
import { liveStyle } from '../display/style-sheet.js';
import { formatMoment } from '../display/text.js';
import { liveElement, liveElements } from './live-element.js';
import { readLiveOptions, type Draw, type LiveOptions, type LiveSettings } from './live-options.js';
import { describeLive, drawOnce, LiveRun, type LiveEnd, type LiveState } from './live-run.js';

/**
 * A display that follows a fleet. It starts when it is shown or read for the first time, and it ends for one of the
 * reasons of {@link LiveEnd}. After its end no timer, listener or subscription is left.
 *
 * In Deno's kernel it is shown below the cell whose last value it is, or by `Deno.jupyter.display`, and updated in
 * place. A line below it says when it was drawn last, why it ended, or that its kernel has stopped.
 *
 * `for await` yields each new drawing. A slow loop skips drawings. When the last reader leaves its loop, the display ends.
 */
export interface Live extends AsyncIterable<Display> {
  /** Resolves at the end of the display. Never rejects. */
  readonly done: Promise<LiveEnd>;
  /** Ends the display. A second call does nothing. */
  stop(): void;
  /**
   * Makes a node that follows the fleet. The display ends at the first redraw after the node has left the page: with the
   * default `everyMs`, at most 5 s later.
   *
   * @example
   * ```js
   * document.body.append(live(fleet, showFleet).element());
   * ```
   */
  element(): HTMLElement;
  /** A new node for each drawing, for notebooks that show the latest value of an async iterable, such as Observable. */
  elements(): AsyncIterableIterator<HTMLElement>;
  /**
   * Shows the display in Deno's kernel. Elsewhere it returns one drawing.
   *
   * @throws FleetError `invalid-request` outside of a kernel if `draw` returns anything else than a display
   */
  [jupyterDisplay](): MimeBundle;
  [Symbol.dispose](): void;
}

/**
 * Shows a drawing of a fleet that stays up to date. It draws when the fleet has changed, at most once in `everyMs`. Without
 * a change it draws every 5 s, so that ages stay right. It spends at most a tenth of the time on drawing. It shows a
 * drawing only if the drawing differs from the last one. It does not draw in a hidden page.
 *
 * A live display starts no polling. It shows what the fleet learns: from `add`, from `track` with a pace of its own, or
 * from views with subscribers.
 *
 * If `draw` throws, the last drawing stays, and a line says why. The next change draws again.
 *
 * @param draw Makes a display of the fleet, for example `showFleet`.
 * @throws FleetError `invalid-request`, whose `issues` name each invalid argument
 * @example
 * ```ts
 * live(fleet, showFleet);
 * live(fleet, (fleet) => showLimits(fleet, { worst: 5 }), { everyMs: 5000, forMs: 3_600_000 });
 * ```
 */
export function live(fleet: Fleet, draw: Draw, options?: LiveOptions): Live {
  const settings = readLiveOptions(fleet, draw, options);
  const run: LiveRun = new LiveRun(settings, () => {
    if (settings.name !== undefined) claimName(undefined, settings.name, run);
  });
  const stop = (): void => run.end('stopped');
  const broadcast = findBroadcast();
  const showInKernel = broadcast && createKernelView(run, broadcast, settings);

  return {
    done: run.done,
    stop,
    element: () => liveElement(run),
    elements: () => liveElements(run),
    [jupyterDisplay]() {
      if (showInKernel === undefined) return drawOnce(settings)?.[jupyterDisplay]() ?? {};
      // A kernel does not say which cell runs. The text of the function identifies the cell.
      if (settings.name === undefined) claimName(fleet, String(draw), run);
      showInKernel();
      // The kernel shows this value too. A notebook shows nothing for an empty bundle.
      return {};
    },
    [Symbol.asyncIterator]: () => displaysOf(run),
    [disposeSymbol]: stop,
  };
}

function displaysOf(run: LiveRun): AsyncIterableIterator<Display> {
  let last: Display | undefined;
  return asyncValues((next, complete) => {
    const show = ({ display }: LiveState): void => {
      if (display !== undefined && display !== last) next(display);
      last = display;
    };
    return run.subscribe({ next: show, complete });
  }, 'latest');
}

/** The names of the running live displays. A default name belongs to a fleet. */
const claims = new Set<{ readonly fleet: Fleet | undefined; readonly name: string; readonly run: LiveRun }>();

/** Names a run until the run ends, and ends the earlier run with this name. @param fleet given for a default name */
function claimName(fleet: Fleet | undefined, name: string, run: LiveRun): void {
  if (run.hasEnded) return;
  for (const other of claims)
    if (other.fleet === fleet && other.name === name && other.run !== run) other.run.end('replaced');
  const claim = { fleet, name, run };
  claims.add(claim);
  void run.done.then(() => claims.delete(claim));
}

/** The function by which Deno's kernel sends messages to the notebook. It returns a promise in some versions. */
type Broadcast = (type: string, content: Readonly<Record<string, unknown>>) => unknown;

/** Returns `undefined` outside of Deno's kernel. */
function findBroadcast(): Broadcast | undefined {
  try {
    const { Deno } = globalThis as { readonly Deno?: { readonly jupyter?: { readonly broadcast?: Broadcast } } };
    return Deno?.jupyter?.broadcast;
  } catch {
    // Deno's types announce an error outside of the kernel.
    return undefined;
  }
}

/** The status line is sent again after this time, so that a reader sees that the kernel runs. */
const HEARTBEAT_MS = 4000;

/**
 * Makes a function that shows a live display below the cell that runs. It has the drawing, and a line that says until
 * when it is live and when it was drawn. Both are updated in place by their display ids. A kernel accepts an id only for
 * `display_data`, and not for the result of a cell.
 */
function createKernelView(run: LiveRun, broadcast: Broadcast, { clock }: LiveSettings): () => void {
  const id = `fleetglass-live-${crypto.randomUUID()}`;
  let shown: LiveState | undefined;
  let statusSentMs = -Infinity;

  function send(type: string, part: string, data: MimeBundle): void {
    const content = { data, metadata: {}, transient: { display_id: `${id}-${part}` } };
    // A message that does not arrive must not end the kernel by an unhandled rejection.
    void (async () => broadcast(type, content))().catch(() => {});
  }

  function sendStatus(type: string, state: LiveState): void {
    statusSentMs = clock.monotonic();
    const at = formatMoment(clock.now(), run.zone);
    const line = describeLive(state, run.zone);
    const isLive = state.end === undefined;
    send(type, 'status', isLive ? statusBundle(line, at, 30_000 + 2 * run.pauseMs) : { 'text/plain': line });
  }

  function sendAll(type: string, state: LiveState, before?: LiveState): void {
    if (state.display !== before?.display || before === undefined)
      send(type, 'drawing', state.display?.[jupyterDisplay]() ?? { 'text/plain': 'Nothing to show yet.' });
    if (before === undefined || describeLive(state) !== describeLive(before)) sendStatus(type, state);
  }

  return () => {
    if (shown !== undefined) return sendAll('display_data', shown);
    run.subscribe({
      next(state) {
        sendAll(shown === undefined ? 'display_data' : 'update_display_data', state, shown);
        shown = state;
      },
      drawn() {
        const isDue = clock.monotonic() - statusSentMs >= HEARTBEAT_MS;
        if (isDue && shown?.end === undefined && shown !== undefined) sendStatus('update_display_data', shown);
      },
    });
  };
}

/**
 * The status line of a display that is live. A stopped kernel sends nothing, so the line itself shows that it has
 * stopped. Each status starts an animation that shows the last sentence after `silentMs`, unless a new status comes first.
 */
function statusBundle(line: string, at: string, silentMs: number): MimeBundle {
  const silent = `Not drawn since ${at}: the kernel is busy or has stopped.`;
  const page = html`<div class="fleetglass-live">
    <style>
      ${new Html(liveStyle)}
    </style>
    ${line} Drawn at ${at}. <b style="animation-delay:${silentMs}ms">${silent}</b>
  </div>`;
  const seconds = Math.ceil(silentMs / 1000);
  const hint = `If this time does not change within ${seconds} s, the kernel is busy or has stopped.`;
  return { 'text/html': page.text, 'text/plain': `${line} Drawn at ${at}. ${hint}` };
}
