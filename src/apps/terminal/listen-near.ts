/** Where to listen. */
export interface WantedPort {
  /** This one and no other. @default `usualPort`, or any free one where that is in use */
  readonly port?: number | undefined;
  readonly usualPort: number;
}

/** Listens where it is wanted; without a wish on the usual port, or, for someone who has that in use, on any. */
export async function listenNear<T>(
  listen: (port: number) => Promise<T>,
  { port, usualPort }: WantedPort,
): Promise<{ readonly listening: T; readonly movedFrom?: number }> {
  if (port !== undefined) return { listening: await listen(port) };
  try {
    return { listening: await listen(usualPort) };
  } catch {
    return { listening: await listen(0), movedFrom: usualPort };
  }
}
