/** How a process is told to end: by Ctrl-C, by `kill`, by a terminal that closes. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Listens for being told to end. */
export interface StopRequest {
  /** Aborts when it comes. */
  readonly signal: AbortSignal;
  /** Resolves when it comes. */
  readonly requested: Promise<void>;
  /** Signals end the process at once again. */
  release(): void;
}

/**
 * Takes the first of these signals as a request to end in order; a second one, from someone impatient, ends at once.
 *
 * @param names @default SIGINT, SIGTERM and SIGHUP
 */
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
