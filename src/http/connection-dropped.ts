/**
 * The connection ends without an answer. The service's `fetch` rejects with this error, as the standard fetch does. The
 * HTTP server closes the socket.
 */
export class ConnectionDropped extends TypeError {
  constructor() {
    super('fetch failed');
    this.name = 'TypeError';
  }
}
