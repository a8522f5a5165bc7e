import { parseJson } from '../../core/wire/parse-json.js';
import { ENTRY_FIELDS, MAX_ENTRY_MESSAGES } from './message-sender.js';

/** The messages that one member sent at once. */
export interface Batch {
  readonly from: string;
  /** Counts the batches of one member. */
  readonly serial: number;
  readonly messages: readonly unknown[];
  /** When it was sent, Unix milliseconds by the clock of Redis. */
  readonly atMs: number;
}

export type StreamAnswer = readonly (readonly [stream: string, entries: readonly StreamEntry[]])[];
export type StreamEntry = readonly [id: string, fields: readonly string[]];

/**
 * Reads the batches of all streams, in the order in which they were sent. Entries that cannot be read are left out:
 * another program could have written them.
 */
export function readBatches(answer: StreamAnswer): readonly Batch[] {
  const batches = answer.flatMap(([, entries]) =>
    entries.flatMap(([id, fields]) => {
      const batch = readBatch(fields, Number(id.split('-', 1)[0]));
      return batch === undefined ? [] : batch;
    }),
  );
  // Ids of two streams can be compared by their time alone. The serial orders the batches of one member at one time.
  return batches.sort((a, b) => a.atMs - b.atMs || compare(a.from, b.from) || a.serial - b.serial);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function readBatch(fields: readonly string[], atMs: number): Batch | undefined {
  const valueOf = (name: string): string | undefined => {
    const place = fields.findIndex((field, index) => index % 2 === 0 && field === name);
    return place === -1 ? undefined : fields[place + 1];
  };
  const from = valueOf(ENTRY_FIELDS.from);
  const serial = Number(valueOf(ENTRY_FIELDS.serial));
  const messages = parseJson(valueOf(ENTRY_FIELDS.messages) ?? '');
  const areMessages = Array.isArray(messages) && messages.length <= MAX_ENTRY_MESSAGES;
  return from !== undefined && areMessages && Number.isSafeInteger(serial)
    ? { from, serial, messages, atMs }
    : undefined;
}

/** The id from which a reader continues: the start if the stream was emptied, or lost its last entries. */
export function resumeFrom(lastId: string, newestId: string | undefined): string {
  return newestId === undefined || isBefore(newestId, lastId) ? '0-0' : lastId;
}

function isBefore(id: string, other: string): boolean {
  const [ms = 0, serial = 0] = id.split('-').map(Number);
  const [otherMs = 0, otherSerial = 0] = other.split('-').map(Number);
  return ms < otherMs || (ms === otherMs && serial < otherSerial);
}
