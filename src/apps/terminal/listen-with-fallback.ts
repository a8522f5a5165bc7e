export interface PortChoice {
  /** Listens on this port only. @default `usualPort`, or a free port if `usualPort` is in use */
  readonly port?: number | undefined;
  readonly usualPort: number;
}

/**
 * Listens on the given port. Without one, listens on the usual port, or on a free port if the usual port is in use.
 *
 * @returns `movedFrom`: the usual port, if it was in use.
 */
export async function listenWithFallback<T>(
  listen: (port: number) => Promise<T>,
  { port, usualPort }: PortChoice,
): Promise<{ readonly listening: T; readonly movedFrom?: number }> {
  if (port !== undefined) return { listening: await listen(port) };
  try {
    return { listening: await listen(usualPort) };
  } catch {
    return { listening: await listen(0), movedFrom: usualPort };
  }
}
