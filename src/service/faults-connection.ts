/**
 * The connection ends without an answer. Thrown to a caller of the service's `fetch`, it is what the standard fetch
 * rejects with; over a socket, see {@link closeDroppedConnections}.
 */
export class ConnectionDropped extends TypeError {
  constructor() {
    super('fetch failed');
    this.name = 'TypeError';
  }
}

/**
 * Fits a handler that may drop connections to a server. A handler of fetch's standard has no way to say "close the
 * socket": a body that fails before its first byte does it, as nothing is sent before that byte.
 */
export function closeDroppedConnections(
  handle: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      return await handle(request);
    } catch (error) {
      if (!(error instanceof ConnectionDropped)) throw error;
      return new Response(new ReadableStream({ pull: (body) => body.error(error) }, { highWaterMark: 0 }));
    }
  };
}
