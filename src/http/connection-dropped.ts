/**
 * The connection ends without an answer. To a caller of the service's `fetch` it is what the standard fetch rejects
 * with; over a socket, the server closes that.
 */
export class ConnectionDropped extends TypeError {
  constructor() {
    super('fetch failed');
    this.name = 'TypeError';
  }
}
