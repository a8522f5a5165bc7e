import { jupyterDisplay, type MimeBundle } from '../display/display.js';
import { describeLive } from './describe-live.js';
import type { LiveRun, LiveState } from './live-run.js';

/** The function by which Deno's kernel sends messages to the notebook. It returns a promise in some versions. */
export type Broadcast = (type: string, content: Readonly<Record<string, unknown>>) => unknown;

/** Returns `undefined` outside of Deno's kernel. */
export function findBroadcast(): Broadcast | undefined {
  try {
    const { Deno } = globalThis as { readonly Deno?: { readonly jupyter?: { readonly broadcast?: Broadcast } } };
    return Deno?.jupyter?.broadcast;
  } catch {
    // Deno's types announce an error outside of the kernel.
    return undefined;
  }
}

/**
 * Makes a function that shows a live display below the cell that runs: the drawing, and a line that tells until when it is
 * live. Both are updated in place by their display ids. A kernel gives an id to `display_data` alone, not to the result
 * of a cell.
 */
export function createKernelView(run: LiveRun, broadcast: Broadcast): () => void {
  const id = `fleetglass-live-${crypto.randomUUID()}`;
  let shown: LiveState | undefined;

  function send(type: string, part: string, data: MimeBundle): void {
    const content = { data, metadata: {}, transient: { display_id: `${id}-${part}` } };
    // A message that does not arrive must not end the kernel by an unhandled rejection.
    void (async () => broadcast(type, content))().catch(() => {});
  }

  function sendAll(type: string, state: LiveState, before?: LiveState): void {
    if (state.display !== before?.display || before === undefined)
      send(type, 'drawing', state.display?.[jupyterDisplay]() ?? textBundle('Nothing to show yet.'));
    const line = describeLive(state);
    if (before === undefined || line !== describeLive(before)) send(type, 'status', textBundle(line));
  }

  return () => {
    if (shown !== undefined) return sendAll('display_data', shown);
    run.subscribe({
      next(state) {
        sendAll(shown === undefined ? 'display_data' : 'update_display_data', state, shown);
        shown = state;
      },
    });
  };
}

function textBundle(text: string): MimeBundle {
  return { 'text/plain': text };
}
