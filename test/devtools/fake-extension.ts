import { onTestFinished } from 'vitest';

/** A state as its window shows it. */
export interface Tree {
  readonly databases: Readonly<Record<string, { readonly status?: string }>>;
}

/** A message as the window of the extension receives it. */
export interface Sent {
  readonly action: { readonly type: string; readonly [fact: string]: unknown } | undefined;
  readonly state: Tree;
  /** Distinguishes states that were computed apart. */
  readonly source: unknown;
}

interface Message {
  readonly type: string;
  readonly payload?: unknown;
}

/**
 * The Redux DevTools extension as documented in its API (connect, init, send, subscribe). It refuses calls that the
 * protocol does not allow, and only texts reach its window.
 *
 * @param options.connect in place of the documented one
 */
export function installExtension({ isBroken = false, connect }: { isBroken?: boolean; connect?: () => unknown } = {}) {
  const sent: Sent[] = [];
  const listeners = new Set<(message: Message | undefined) => void>();
  const connections: unknown[] = [];
  let isInitialized = false;

  const receive = (action: unknown, state: unknown): void => {
    if (isBroken) throw new Error('the extension was updated');
    if (typeof state !== 'object' || state === null) throw new TypeError('no state');
    structuredClone([action, state]);
    const [plainAction, plainState] = JSON.parse(JSON.stringify([action ?? null, state])) as [
      Sent['action'] | null,
      Tree,
    ];
    sent.push({ action: plainAction ?? undefined, state: plainState, source: state });
  };

  const extension = () => undefined;
  extension.connect = (options: { readonly name?: unknown; readonly maxAge: number }) => {
    if (typeof options.name !== 'string' || !(options.maxAge > 1)) throw new TypeError('bad options');
    connections.push(structuredClone(options));
    isInitialized = false;
    return {
      init(state: unknown) {
        isInitialized = true;
        receive(undefined, state);
      },
      send(action: { readonly type: unknown }, state: unknown) {
        if (!isInitialized) throw new Error('send before init');
        if (typeof action.type !== 'string') throw new TypeError('an action needs a type');
        receive(action, state);
      },
      subscribe(listener: (message: Message | undefined) => void) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    };
  };
  if (connect) Object.assign(extension, { connect });
  Object.assign(globalThis, { __REDUX_DEVTOOLS_EXTENSION__: extension });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, '__REDUX_DEVTOOLS_EXTENSION__'));

  return {
    listeners,
    connections,
    /** Takes what was sent since the last call. */
    take: (): Sent[] => sent.splice(0),
    post: (message: Message | undefined): void => listeners.forEach((listener) => listener(message)),
    dispatch: (type: string): void =>
      listeners.forEach((listener) => listener({ type: 'DISPATCH', payload: { type, actionId: 0 } })),
  };
}
