import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { ReadFailure } from '../read-failure.js';

/** The longest reply. The reply to INFO has a few kilobytes. */
const LIMIT_BYTES = 256 * 1024;

/** The longest first line of a reply, such as an error. */
const LINE_LIMIT_BYTES = 4096;

/** A server that has too many clients sends one error before it closes the connection. */
const UNREQUESTED_REPLIES = 1;

/**
 * A stream for the Redis client that passes on complete replies of at most 256 KiB, one for each command, and only those
 * that AUTH and INFO have: a simple string, an error, or a bulk string (RESP2). The parsers of the client grow without limit,
 * and throw outside of any promise for what no server of Redis sends, which would end the process.
 */
export function guardReplies(socket: Socket): Duplex {
  let chunks: Buffer[] = [];
  let bytes = 0;
  /** The next reply is incomplete with fewer bytes. */
  let needed = 1;
  let allowed = UNREQUESTED_REPLIES;

  const guard = new Duplex({
    // The socket always flows: what the client does not read is limited by what it asks for.
    read() {},
    // The client writes each command at once.
    write(chunk: Buffer, encoding, done) {
      allowed += 1;
      socket.write(chunk, encoding, done);
    },
    destroy(error, done) {
      socket.destroy();
      done(error);
    },
  });

  function passReplies(): void {
    while (bytes >= needed && !guard.destroyed) {
      const all = Buffer.concat(chunks);
      const length = lengthOfReply(all);
      needed = length ?? bytes + 1;
      chunks = [all];
      if (bytes < needed) return;
      if (allowed === 0) throw new ReadFailure('the server sends more replies than the commands have');
      allowed -= 1;
      guard.push(all.subarray(0, length));
      chunks = [all.subarray(length)];
      bytes -= needed;
      needed = 1;
    }
  }

  socket.on('data', (chunk) => {
    chunks.push(chunk);
    bytes += chunk.length;
    try {
      passReplies();
    } catch (error) {
      guard.destroy(error as Error);
    }
  });
  socket.on('error', (error) => guard.destroy(error));
  socket.on('close', () => guard.destroy());
  return guard;
}

/** The length of the first reply; `undefined` while its first line is not complete. @throws ReadFailure */
function lengthOfReply(bytes: Buffer): number | undefined {
  const line = bytes.toString('latin1', 0, LINE_LIMIT_BYTES).split('\r\n', 1)[0] ?? '';
  const isBulk = line.startsWith('$');
  if (!isBulk && !/^[+-]/.test(line)) throw new ReadFailure('the server does not speak the protocol of Redis');
  if (line.length >= Math.min(bytes.length, LINE_LIMIT_BYTES)) {
    if (bytes.length >= LINE_LIMIT_BYTES) throw tooLong();
    return undefined;
  }
  if (!isBulk) return line.length + 2;
  if (!/^\$\d+$/.test(line)) throw new ReadFailure('the server does not speak the protocol of Redis');
  const length = Number(line.slice(1));
  if (length > LIMIT_BYTES) throw tooLong();
  return line.length + 2 + length + 2;
}

function tooLong(): ReadFailure {
  return new ReadFailure(`the answer is larger than ${LIMIT_BYTES / 1024} KiB. Is the server a Redis server?`);
}
