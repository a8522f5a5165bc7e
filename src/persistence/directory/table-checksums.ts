import { readdir, readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { join } from 'node:path';

/**
 * Finds damaged tables of a closed LevelDB database.
 *
 * LevelDB writes a checksum for each block of a table, and classic-level has no option to check them. LevelDB ends the
 * process when it compacts a table whose keys are damaged, so the tables are checked before the database is opened.
 *
 * The format is described in https://github.com/google/leveldb/blob/main/doc/table_format.md.
 *
 * @returns the names of the damaged files.
 */
export async function findDamagedTables(path: string): Promise<readonly string[]> {
  const names = (await readdir(path)).filter((name) => /^\d+\.(ldb|sst)$/.test(name));
  const damaged: string[] = [];
  let next = names[0] === undefined ? undefined : readTable(path, names[0]);
  for (const [at, name] of names.entries()) {
    const table = await next;
    const following = names[at + 1];
    // The next file is read while this one is checked.
    next = following === undefined ? undefined : readTable(path, following);
    if (table === undefined || !(await isUndamaged(table))) damaged.push(name);
  }
  return damaged;
}

/** A file that cannot be read is damaged. */
async function readTable(path: string, name: string): Promise<Buffer | undefined> {
  return readFile(join(path, name)).catch(() => undefined);
}

interface Block {
  readonly offset: number;
  readonly size: number;
}

const FOOTER_LENGTH = 48;
const MAGIC = 0xdb4775248b80fb57n;

/** After each block: one byte that tells whether the block is compressed, and four bytes with its checksum. */
const TRAILER_LENGTH = 5;

/** Bytes that are checked between two turns of the event loop. */
const TURN_BYTES = 4 * 1024 * 1024;

async function isUndamaged(table: Buffer): Promise<boolean> {
  let checked = 0;
  try {
    for (const block of blocksOf(table)) {
      if (!matchesChecksum(table, block)) return false;
      checked += block.size;
      if (checked < TURN_BYTES) continue;
      checked = 0;
      await setImmediate();
    }
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** All blocks of a table, one behind the other. @throws RangeError if the table is not complete. */
function blocksOf(table: Buffer): readonly Block[] {
  const footer = table.length - FOOTER_LENGTH;
  if (table.readBigUInt64LE(footer + FOOTER_LENGTH - 8) !== MAGIC) throw new RangeError('the footer is damaged');
  const reader = { bytes: table, at: footer };
  const metaIndex = readHandle(reader);
  const index = readHandle(reader);
  if (index.offset + index.size + TRAILER_LENGTH !== footer) throw new RangeError('the footer is damaged');
  // Before the index is read, its checksum is checked.
  if (!matchesChecksum(table, index)) throw new RangeError('the index is damaged');
  const data = readIndex(uncompress(table, index));
  const end = data.reduce((offset, block) => {
    if (block.offset !== offset) throw new RangeError('a block is missing');
    return offset + block.size + TRAILER_LENGTH;
  }, 0);
  const filter = { offset: end, size: metaIndex.offset - end - TRAILER_LENGTH };
  return [...data, ...(filter.size >= 0 ? [filter] : []), metaIndex];
}

interface Reader {
  readonly bytes: Buffer;
  at: number;
}

function readVarint(reader: Reader): number {
  let value = 0;
  for (let factor = 1; ; factor *= 128) {
    const byte = reader.bytes.readUInt8(reader.at++);
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) return value;
  }
}

function readHandle(reader: Reader): Block {
  return { offset: readVarint(reader), size: readVarint(reader) };
}

/** The blocks that an index block lists. */
function readIndex(bytes: Buffer): readonly Block[] {
  const restarts = bytes.readUInt32LE(bytes.length - 4);
  const end = bytes.length - 4 - 4 * restarts;
  const reader = { bytes, at: 0 };
  const blocks: Block[] = [];
  while (reader.at < end) {
    readVarint(reader);
    const keyLength = readVarint(reader);
    const valueLength = readVarint(reader);
    const value = reader.at + keyLength;
    blocks.push(readHandle({ bytes, at: value }));
    reader.at = value + valueLength;
  }
  return blocks;
}

function uncompress(table: Buffer, { offset, size }: Block): Buffer {
  const bytes = table.subarray(offset, offset + size);
  return table.readUInt8(offset + size) === 0 ? bytes : uncompressSnappy(bytes);
}

/** https://github.com/google/snappy/blob/main/format_description.txt */
function uncompressSnappy(bytes: Buffer): Buffer {
  const reader = { bytes, at: 0 };
  const output = Buffer.alloc(readVarint(reader));
  let length = 0;
  while (reader.at < bytes.length) {
    const tag = bytes.readUInt8(reader.at++);
    const kind = tag & 3;
    if (kind === 0) {
      const extra = Math.max(0, (tag >> 2) - 59);
      const literal = 1 + (extra === 0 ? tag >> 2 : bytes.readUIntLE(reader.at, extra));
      reader.at += extra;
      bytes.copy(output, length, reader.at, reader.at + literal);
      reader.at += literal;
      length += literal;
      continue;
    }
    const width = kind === 3 ? 4 : kind;
    const distance = bytes.readUIntLE(reader.at, width) + (kind === 1 ? (tag >> 5) << 8 : 0);
    reader.at += width;
    const copied = kind === 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1;
    // A copy may overlap its own output.
    for (const end = length + copied; length < end; length++) output[length] = output.readUInt8(length - distance);
  }
  return output;
}

/** @throws RangeError if the block is not in the table. */
function matchesChecksum(table: Buffer, { offset, size }: Block): boolean {
  const end = offset + size + 1;
  const masked = table.readUInt32LE(end);
  // LevelDB masks the checksums that it stores.
  const rotated = (masked - 0xa282ead8) >>> 0;
  const expected = ((rotated >>> 17) | (rotated << 15)) >>> 0;
  return crc32c(table, offset, end) === expected;
}

/** Eight tables of 256 entries, so that eight bytes are read at once: "slicing-by-8". */
const TABLES = createTables();

function createTables(): Int32Array {
  const tables = new Int32Array(8 * 256);
  for (let byte = 0; byte < 256; byte++) {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
    tables[byte] = value;
  }
  for (let at = 256; at < tables.length; at++) {
    const value = entry(tables, at - 256);
    tables[at] = (value >>> 8) ^ entry(tables, value & 0xff);
  }
  return tables;
}

/** An entry that exists. The type of an index access includes `undefined`. */
function entry(tables: Int32Array, at: number): number {
  return tables[at] as number;
}

/** CRC-32C, which `node:zlib` does not have. */
function crc32c(bytes: Buffer, start: number, end: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let crc = -1;
  let at = start;
  for (; at + 8 <= end; at += 8) {
    const low = crc ^ view.getInt32(at, true);
    const high = view.getInt32(at + 4, true);
    crc =
      entry(TABLES, 0x700 + (low & 0xff)) ^
      entry(TABLES, 0x600 + ((low >>> 8) & 0xff)) ^
      entry(TABLES, 0x500 + ((low >>> 16) & 0xff)) ^
      entry(TABLES, 0x400 + (low >>> 24)) ^
      entry(TABLES, 0x300 + (high & 0xff)) ^
      entry(TABLES, 0x200 + ((high >>> 8) & 0xff)) ^
      entry(TABLES, 0x100 + ((high >>> 16) & 0xff)) ^
      entry(TABLES, high >>> 24);
  }
  for (; at < end; at++) crc = entry(TABLES, (crc ^ view.getUint8(at)) & 0xff) ^ (crc >>> 8);
  return ~crc >>> 0;
}
