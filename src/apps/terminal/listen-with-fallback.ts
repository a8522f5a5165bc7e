import { systemClock } from '../../core/shared/clock.js';
import { startHttpServer } from '../../http/http-server.js';
import { refuse } from '../../http/refuse.js';

/**
 * @param port the only port to try. @default `usualPort`, or a free port if `usualPort` is in use
 * @returns `movedFrom`: the usual port, if it was in use
 */
export async function listenWithFallback<T>(
  listen: (port: number) => Promise<T>,
  port: number | undefined,
  usualPort: number,
): Promise<{ readonly listening: T; readonly movedFrom?: number }> {
  if (port !== undefined) return { listening: await listen(port).catch(adviseAnotherPort) };
  try {
    return { listening: await listen(usualPort) };
  } catch (error) {
    if (!isPortProblem(error)) throw error;
    return { listening: await listen(0), movedFrom: usualPort };
  }
}

function adviseAnotherPort(error: unknown): never {
  throw isPortProblem(error)
    ? new Error(`${error.message} Choose another port with --port; 0 takes a free port.`)
    : error;
}

function isPortProblem(error: unknown): error is Error {
  return error instanceof Error && error.message.includes('cannot listen');
}

/**
 * Listens on a port for a moment, to report a port in use before the prompt for the password, and before a seed is stored:
 * its ids are printed when the service listens.
 */
export async function refuseBusyPort(port: number, name: string): Promise<void> {
  const handle = async (): Promise<Response> => refuse(503, 'not ready');
  const server = await startHttpServer({ handle, clock: systemClock, name }, { port }).catch(adviseAnotherPort);
  await server.close();
}
