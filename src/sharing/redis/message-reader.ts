import type { Redis } from 'ioredis';
import type { Clock } from '../../core/shared/clock.js';
import { isDeadline } from './describe-failure.js';
import type { GroupKeys } from './group-keys.js';
import { BLOCK_MS, reconnect } from './open-clients.js';
import { readBatches, resumeFrom, type Batch, type StreamAnswer } from './stream-entries.js';

/** How many entries of a stream are read at once. */
const MAX_ENTRIES = 100;

const RETRY_MS = 100;

/** How many entries are remembered: more than both streams keep. An entry that was sent or read twice is ignored. */
const MAX_KNOWN = 5000;

/** A connection that was cut is open again after this time, unless Redis cannot be used. */
const PATIENCE_MS = 1500;

interface ReaderSettings {
  readonly id: string;
  readonly clock: Clock;
  readonly onBatch: (batch: Batch) => void;
  /** Called with the id of the last entry that was read of the messages for this member alone. */
  readonly onOwnRead: (entryId: string) => void;
}

/** Reads the messages for all members and for this member, on a connection of its own. */
export function createMessageReader(client: Redis, keys: GroupKeys, settings: ReaderSettings) {
  const { id, clock, onBatch, onOwnRead } = settings;
  const own = keys.messagesTo(id);
  const known = new Set<string>();
  let lastIds: Map<string, string> | undefined;
  let failing: { readonly error: Error; readonly sinceMs: number } | undefined;
  let isClosed = false;
  let cancelRetry: (() => void) | undefined;

  // The connection works again, but the next answer may come only after BLOCK_MS.
  client.on('ready', () => (failing = undefined));

  async function read(): Promise<void> {
    while (!isClosed) {
      const asked = lastIds ?? new Map();
      try {
        const options = ['COUNT', MAX_ENTRIES, 'BLOCK', BLOCK_MS, 'STREAMS', ...asked.keys(), ...asked.values()];
        const answer = (await client.call('XREAD', ...options)) as StreamAnswer | null;
        failing = undefined;
        // Another position was set meanwhile.
        if (asked === lastIds) accept(answer ?? []);
      } catch (error) {
        if (isClosed) return;
        if (isDeadline(error)) reconnect(client);
        failing = { error: error as Error, sinceMs: failing?.sinceMs ?? clock.monotonic() };
        await new Promise<void>((resolve) => {
          cancelRetry = clock.schedule(resolve, RETRY_MS);
        });
      }
    }
  }

  function accept(answer: StreamAnswer): void {
    for (const [stream, entries] of answer) {
      const last = entries.at(-1);
      if (last === undefined) continue;
      lastIds?.set(stream, last[0]);
      if (stream === own) onOwnRead(last[0]);
    }
    for (const batch of readBatches(answer)) {
      const key = `${batch.serial} ${batch.from}`;
      if (isClosed || batch.from === id || known.has(key)) continue;
      known.add(key);
      const [oldest = ''] = known;
      if (known.size > MAX_KNOWN) known.delete(oldest);
      onBatch(batch);
    }
  }

  return {
    /** Begins to read, or continues after the connection was lost. Messages before the first call are not read. */
    resume(newestId: string | undefined) {
      if (lastIds === undefined) {
        lastIds = new Map([
          [keys.messages, newestId ?? '0-0'],
          [own, '0-0'],
        ]);
        void read();
        return;
      }
      const lastId = lastIds.get(keys.messages) ?? '0-0';
      const from = resumeFrom(lastId, newestId);
      if (from !== lastId) lastIds = new Map([...lastIds.keys()].map((stream) => [stream, from]));
    },
    /** The failure of the last attempts to read; absent while the connection may only be cut. */
    get failure(): Error | undefined {
      return failing !== undefined && clock.monotonic() - failing.sinceMs > PATIENCE_MS ? failing.error : undefined;
    },
    close() {
      isClosed = true;
      cancelRetry?.();
    },
  };
}
