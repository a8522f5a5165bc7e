/**
 * @param port the only port to try. @default `usualPort`, or a free port if `usualPort` is in use
 * @returns `movedFrom`: the usual port, if it was in use
 */
export async function listenWithFallback<T>(
  listen: (port: number) => Promise<T>,
  port: number | undefined,
  usualPort: number,
): Promise<{ readonly listening: T; readonly movedFrom?: number }> {
  try {
    return { listening: await listen(port ?? usualPort) };
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('cannot listen'))) throw error;
    if (port !== undefined) throw new Error(`${error.message} Choose another port with --port; 0 takes a free port.`);
    return { listening: await listen(0), movedFrom: usualPort };
  }
}
