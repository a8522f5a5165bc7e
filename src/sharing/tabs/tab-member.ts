import type { EngineListener, EngineStatus, Membership, SharingEngine, SharingGroup } from '../engine.js';
import { TICK_MS } from './decisions.js';
import { groupNames } from './group-names.js';
import { createTabSession, type TabSession } from './tab-session.js';
import { createTurnLedger } from './turn-ledger.js';

const FROZEN: EngineStatus = {
  state: 'lost',
  message: 'The browser has frozen this page. It shares its polls again when the browser continues it.',
};
const LEFT = 'This fleet has left its group.';
const WITHOUT_LOCKS: EngineStatus = {
  state: 'unsupported',
  message:
    'Web Locks are not available here, so this page cannot share its polls with other tabs. Serve the page over https.',
};

/** An engine that connects the pages and workers of one origin and one scope by Web Locks and a BroadcastChannel. */
export function createTabsEngine({ scope }: { readonly scope: string }): SharingEngine {
  return { join: (group, listener) => createTabMember(scope, group, listener) };
}

/** A member that has a session while its page runs. */
function createTabMember(scope: string, group: SharingGroup, listener: EngineListener): Membership {
  // The types claim that both exist everywhere. An insecure page has no locks. Only a server has no location: Node has
  // locks, but there the fleet of each request would stay in the group.
  const { navigator, location } = globalThis as {
    readonly navigator?: { readonly locks?: LockManager };
    readonly location?: object;
  };
  const locks = location && navigator?.locks;
  // An insecure page has no `randomUUID` either.
  const id = locks === undefined ? '' : crypto.randomUUID();
  const names = groupNames({ scope, ...group });
  const ledger = createTurnLedger(group.rate, group.clock);
  let session: TabSession | undefined;
  let outage = locks === undefined ? WITHOUT_LOCKS : undefined;
  let isWilling = true;
  let leaving: Promise<void> | undefined;
  let cancelRetry = (): void => {};
  const refused = (error: unknown): void => endSession(describeRefusal(error));
  const stopListening = locks === undefined ? () => {} : listenToPageLife(() => endSession(FROZEN), run);
  run();

  function run(): void {
    cancelRetry();
    if (session !== undefined || leaving !== undefined) return;
    if (locks === undefined || outage?.state === 'unsupported') return;
    const options = { id, names, locks, group, ledger, isWilling, listener: { ...listener, changed }, refused };
    if (outage === FROZEN) outage = undefined;
    try {
      session = createTabSession(options);
    } catch (error) {
      // Firefox refuses the channel where the user blocks the data of the site.
      setOutage(describeRefusal(error));
    }
    // Not at once: an engine calls no listener before `join` returns.
    queueMicrotask(listener.changed);
  }

  function changed(): void {
    if (session?.isJoined === true) outage = undefined;
    listener.changed();
  }

  function endSession(next: EngineStatus): void {
    const lost = session;
    session = undefined;
    if (lost === undefined) return;
    setOutage(next);
    lost.stop(next.message ?? '');
    listener.changed();
  }

  /** An event of the page ends a freeze. After another loss, the member tries to join again. */
  function setOutage(next: EngineStatus): void {
    outage = next;
    if (next !== FROZEN && next.state === 'lost') cancelRetry = group.clock.schedule(run, TICK_MS);
  }

  async function leave(): Promise<void> {
    stopListening();
    cancelRetry();
    const last = session;
    session = undefined;
    outage = { state: 'lost', message: LEFT };
    await last?.leave(LEFT);
  }

  return {
    id,
    get status() {
      return outage ?? { state: session?.isJoined === true ? 'joined' : 'joining' };
    },
    get members() {
      return session?.others ?? new Set();
    },
    owns: () => session?.owns() === true,
    send: (message, to) => session?.send(message, to),
    async acquire(request) {
      if (session?.isJoined !== true) throw new Error(outage?.message ?? 'This fleet has not joined its group yet.');
      return session.acquire(request);
    },
    setWilling(next) {
      if (next === isWilling) return;
      isWilling = next;
      session?.setWilling(next);
    },
    leave: () => (leaving ??= leave()),
  };
}

/** Calls `stop` when the page stops running, and `run` when it runs again. Workers and servers have no such events. */
function listenToPageLife(stop: () => void, run: () => void): () => void {
  if (typeof addEventListener !== 'function') return () => {};
  const listeners = { freeze: stop, pagehide: stop, resume: run, pageshow: run };
  // `freeze` and `resume` are events of the document: the capture phase shows them to the page without its document.
  for (const [name, listener] of Object.entries(listeners))
    globalThis.addEventListener(name, listener, { capture: true });
  return () => {
    for (const [name, listener] of Object.entries(listeners))
      globalThis.removeEventListener(name, listener, { capture: true });
  };
}

function describeRefusal(error: unknown): EngineStatus {
  const name = error instanceof DOMException ? error.name : 'Error';
  if (name === 'SecurityError')
    return {
      state: 'unsupported',
      message:
        'The browser lets this page use no Web Locks, so it cannot share its polls with other tabs. A sandboxed frame needs allow-same-origin, and the user must not block the data of the site.',
    };
  return { state: 'lost', message: `The browser refused a Web Lock (${name}). The page tries again each second.` };
}
