import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface WireRequest {
  readonly method: string;
  readonly target: string;
  /** The headers, by name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Sends exactly the given bytes. */
export interface Wire {
  send(bytes: string | Uint8Array): void;
  /** Ends the connection with FIN. */
  end(bytes?: string | Uint8Array): void;
  /** Ends the connection with RST. */
  reset(): void;
  /** The client's end of the connection closed. */
  readonly closed: Promise<void>;
}

/** The reaction of a server to its n-th request, counted from 1. */
export type Script = (wire: Wire, request: WireRequest, count: number) => void;

export type WireServer = Awaited<ReturnType<typeof startWireServer>>;

/** A server on a raw socket. It reads requests as HTTP/1.1, and a script sends the answer byte by byte. */
export async function startWireServer(script: Script, onConnection: () => unknown = () => {}) {
  const sockets = new Set<Socket>();
  const used = new Set<Socket>();
  /** The complete requests, in order. */
  const requests: WireRequest[] = [];
  const changes = new Set<() => void>();
  const changed = (): void => changes.forEach((change) => change());
  const until = (isReached: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (!isReached()) return;
        changes.delete(check);
        resolve();
      };
      changes.add(check);
      check();
    });

  const server = createServer((socket) => {
    sockets.add(socket);
    const wire = createWire(socket);
    // Many tests abort the client in the middle of a request.
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      used.delete(socket);
      changed();
    });
    let received = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      for (let next = readRequest(received); next !== undefined; next = readRequest(received)) {
        received = received.subarray(next.bytes);
        requests.push(next.request);
        used.add(socket);
        changed();
        script(wire, next.request, requests.length);
      }
    });
    onConnection();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    port,
    url: `http://127.0.0.1:${port}`,
    requests,
    /** Resolves when the n-th request has arrived. */
    arrived: (count = 1) => until(() => requests.length >= count),
    /**
     * Resolves when all connections that carried a request are closed. It never resolves if a client leaves one open.
     * Connections without a request do not count: after an abort, Node's fetch opens one for 4 s and does not use it.
     */
    quiet: () => until(() => used.size === 0),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function createWire(socket: Socket): Wire {
  return {
    send: (bytes) => void (socket.writable && socket.write(bytes)),
    end: (bytes) => void (bytes === undefined ? socket.end() : socket.end(bytes)),
    reset: () => void socket.resetAndDestroy(),
    closed: new Promise((resolve) => socket.once('close', () => resolve())),
  };
}

/** The first complete request in `received`, and its size in bytes. */
function readRequest(received: Buffer): { request: WireRequest; bytes: number } | undefined {
  const headBytes = received.indexOf('\r\n\r\n') + 4;
  if (headBytes < 4) return undefined;
  const [first = '', ...lines] = received.toString('latin1', 0, headBytes - 4).split('\r\n');
  const [method = '', target = ''] = first.split(' ');
  const headers = new Map(lines.map((line) => splitHeader(line)));
  const bytes = headBytes + Number(headers.get('content-length') ?? 0);
  if (received.length < bytes) return undefined;
  return { request: { method, target, headers, body: received.toString('utf8', headBytes, bytes) }, bytes };
}

function splitHeader(line: string): [string, string] {
  const at = line.indexOf(':');
  return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
}

/** Returns the bytes of a whole answer. `headers` can replace the default headers, or remove them with `undefined`. */
export function httpAnswer(
  status: number | string,
  body: string | Uint8Array = '',
  headers: Readonly<Record<string, string | undefined>> = {},
): Buffer {
  const bytes = Buffer.from(body as string);
  const all = { 'content-type': 'application/json', 'content-length': String(bytes.length), ...headers };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  const statusLine = typeof status === 'number' ? `${status} Some Words` : status;
  return Buffer.concat([Buffer.from([`HTTP/1.1 ${statusLine}`, ...lines, '', ''].join('\r\n'), 'utf8'), bytes]);
}
