import type { Redis } from 'ioredis';
import type { Clock } from '../../core/shared/clock.js';
import type { GroupKeys } from './group-keys.js';

/** Messages that are sent within this time go in one entry. */
const BATCH_MS = 20;

/** An entry is not much larger than this, so that no reader gets too much at once. */
const MAX_ENTRY_CHARACTERS = 64_000;
export const MAX_ENTRY_MESSAGES = 2000;

/** How long and how many entries are kept. A reader that is disconnected within these limits misses no message. */
export const HISTORY_MS = 30_000;
const MAX_ENTRIES = 2000;

/** The names of the fields of an entry: the sender, the number of the entry among the sender's, a JSON array of messages. */
export const ENTRY_FIELDS = { from: 'f', serial: 'n', messages: 'm' } as const;

/** Messages in sequence that go to the same receivers. */
interface Run {
  readonly to: string | undefined;
  readonly messages: string[];
}

export function createMessageSender(client: Redis, keys: GroupKeys, id: string, clock: Clock) {
  let waiting: Run[] = [];
  let serial = 0;
  let cancel: (() => void) | undefined;

  function add(to: string | undefined, messages: readonly string[]): void {
    const key = to === undefined ? keys.messages : keys.messagesTo(to);
    const { from, serial: number, messages: texts } = ENTRY_FIELDS;
    const entry = [from, id, number, serial++, texts, `[${messages.join(',')}]`];
    // The receivers detect a lost message by its number, and the heartbeat reports a lost connection.
    client.xadd(key, 'MAXLEN', '~', MAX_ENTRIES, '*', ...entry).catch(() => {});
    if (to !== undefined) client.pexpire(key, HISTORY_MS).catch(() => {});
  }

  function flush(): void {
    cancel?.();
    cancel = undefined;
    for (const { to, messages } of waiting) for (const batch of batchesOf(messages)) add(to, batch);
    waiting = [];
  }

  return {
    /** Sends with the next batch. */
    send(message: unknown, to: string | undefined) {
      const text = JSON.stringify(message);
      const last = waiting.at(-1);
      if (last !== undefined && last.to === to) last.messages.push(text);
      else waiting.push({ to, messages: [text] });
      cancel ??= clock.schedule(flush, BATCH_MS);
    },
    /** Sends an entry without messages at once: the other members read the state of the group. */
    nudge: () => add(undefined, []),
    flush,
    drop() {
      cancel?.();
      cancel = undefined;
      waiting = [];
    },
  };
}

function batchesOf(messages: readonly string[]): string[][] {
  const batches: string[][] = [];
  let characters = Infinity;
  for (const message of messages) {
    characters += message.length;
    if (characters > MAX_ENTRY_CHARACTERS || batches.at(-1)?.length === MAX_ENTRY_MESSAGES) {
      batches.push([]);
      characters = message.length;
    }
    batches.at(-1)?.push(message);
  }
  return batches;
}
