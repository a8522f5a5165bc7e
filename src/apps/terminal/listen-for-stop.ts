/** The signals that ask a process to end: Ctrl-C, `kill`, and a terminal that closes. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface StopRequest {
  readonly signal: AbortSignal;
  readonly requested: Promise<void>;
  /** Removes the listeners, so that a signal ends the process at once. */
  release(): void;
}

/** Treats the first of the signals as a request for a clean end. A second signal ends the process at once. */
export function listenForStop(names: readonly NodeJS.Signals[] = STOP_SIGNALS): StopRequest {
  const controller = new AbortController();
  const release = (): void => names.forEach((name) => process.off(name, request));
  const request = (): void => {
    release();
    controller.abort();
  };
  names.forEach((name) => process.on(name, request));
  const requested = new Promise<void>((resolve) => controller.signal.addEventListener('abort', () => resolve()));
  return { signal: controller.signal, requested, release };
}
