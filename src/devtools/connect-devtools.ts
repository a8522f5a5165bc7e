import { Subscription } from 'rxjs';
import type { Fleet } from '../core/fleet/fleet.js';
import { liveKernelOf, type Kernel } from '../core/fleet/kernel.js';
import { custom, optional } from '../core/shared/option-schemas.js';
import { checkOptions } from '../core/shared/read-options.js';
import { followActions, type Action } from './follow-actions.js';
import { fleetTree } from './fleet-tree.js';

export interface DevtoolsOptions {
  /** The name of the fleet in the extension. @default 'fleetglass' */
  readonly name?: string | undefined;
  /** How many actions the extension keeps; it drops the oldest. An integer, 2 or more. @default 100 */
  readonly maxAge?: number | undefined;
}

const devtoolsOptions = {
  name: optional(
    custom<string>((value) => typeof value === 'string', 'a string'),
    'fleetglass',
  ),
  maxAge: optional(
    custom<number>((value) => Number.isSafeInteger(value) && (value as number) >= 2, 'an integer, 2 or more'),
    100,
  ),
};

const PERIOD_MS = 500;

/** The extension serializes the state for each action. */
const MAX_ACTIONS = 25;

/** The messages by which the extension asks for a new list of actions (`RESETS`), or for another state (`JUMPS`). */
const RESETS = /^(?:START|COMMIT|RESET|ROLLBACK)$/;
const JUMPS = /^(?:JUMP|TOGGLE|IMPORT|REORDER)_/;

/**
 * Shows a fleet in the Redux DevTools extension of the browser: its state as a tree, without secrets. Each commit,
 * request, answer, failure, transition, drift and change of the polling's condition is an action.
 *
 * - Without the extension, and on a server, it does nothing. An error of the extension goes to the fleet's `onError`.
 * - Actions are sent twice a second: the newest 25, and an action that counts the others. The state has at most 100
 *   databases and 100 indices, first the resources of these actions. A large fleet does not slow the page.
 * - Nothing is sent while the extension's window is closed.
 * - There is no time travel: the answer to a jump is the current state.
 * - A second call for the same fleet ends the first connection. `dispose` ends it too.
 *
 * @returns a function that ends the connection; calling it again does nothing
 * @throws FleetError `invalid-request`; `disposed` if the fleet has ended
 * @example
 * ```ts
 * if (import.meta.env.DEV) connectDevtools(fleet, { name: 'production fleet' });
 * ```
 */
export function connectDevtools(fleet: Fleet, options?: DevtoolsOptions): () => void {
  const kernel = liveKernelOf(fleet, 'connectDevtools');
  const { name, maxAge } = checkOptions('configure', devtoolsOptions, options);
  const current = kernel.part('devtools', () => ({ end: () => {} }));
  current.end();
  const extension = (globalThis as { readonly __REDUX_DEVTOOLS_EXTENSION__?: Extension }).__REDUX_DEVTOOLS_EXTENSION__;
  // An extension that throws must not end the start of the page.
  kernel.commits.guard.run(() => {
    if (typeof extension?.connect !== 'function') return;
    // Only the service changes the state of a fleet, so the extension offers no replay and no edits.
    const instance = extension.connect({ name, maxAge, features: { pause: true, export: true } });
    current.end = startSending(fleet, kernel, instance);
  });
  return current.end;
}

/** The documented part of `window.__REDUX_DEVTOOLS_EXTENSION__`. */
type Extension = { readonly connect?: (options: object) => Instance };

interface Instance {
  init(state: object): void;
  send(action: { readonly type: string }, state: object): void;
  /** @returns a function that removes the listener */
  subscribe(listener: (message?: Message) => void): (() => void) | undefined;
}

type Message = { readonly type?: string; readonly payload?: { readonly type?: string } };

/** @returns a function that ends the sending */
function startSending(fleet: Fleet, kernel: Kernel, instance: Instance): () => void {
  const { guard } = kernel.commits;
  const { clock } = kernel.options;
  const ending = new Subscription();
  let actions: Action[] = [];
  let skipped = 0;
  let isRecording = true;
  let cancel: (() => void) | undefined;

  function add(action: Action): void {
    if (!isRecording) return;
    actions.push(action);
    if (actions.length > MAX_ACTIONS) skipped += actions.splice(0, 1).length;
    cancel ??= clock.schedule(() => take(send), PERIOD_MS);
  }

  /** Passes the collected actions to `use`, or drops them if it is absent, and starts a new collection. */
  function take(use?: (actions: readonly Action[], skipped: number) => void): void {
    const taken = [actions, skipped] as const;
    cancel?.();
    cancel = undefined;
    actions = [];
    skipped = 0;
    // An extension that throws must not end the fleet's timer.
    guard.run(() => use?.(...taken));
  }

  function send(sent: readonly Action[], left: number): void {
    const ids = sent.flatMap(({ id, ids = id === undefined ? [] : [id] }) => ids);
    const state = fleetTree(kernel, fleet, ids);
    if (left > 0) instance.send({ type: `more actions: ${left}` }, state);
    for (const action of sent) instance.send(action, state);
  }

  function receive({ type, payload }: Message = {}): void {
    const asked = (type === 'DISPATCH' ? payload?.type : type) ?? '';
    isRecording = asked !== 'STOP' && (isRecording || asked === 'START');
    if (asked === 'STOP') take();
    if (RESETS.test(asked)) take(() => instance.init(fleetTree(kernel, fleet, [])));
    if (!JUMPS.test(asked)) return;
    add({ kind: 'commit', type: 'the present state', detail: 'A fleet cannot travel in time.', at: clock.now() });
    take(send);
  }

  ending.add(instance.subscribe(receive));
  receive({ type: 'START' });
  ending.add(() => receive({ type: 'STOP' }));
  ending.add(followActions(fleet, add));
  ending.add(kernel.onDispose(() => ending.unsubscribe()));
  return () => ending.unsubscribe();
}
