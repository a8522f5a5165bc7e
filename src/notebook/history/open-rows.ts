import { LINE_BEGIN } from './export-rows.js';
import { nodeModule } from './node-module.js';

type Files = typeof import('node:fs/promises');
type FileHandle = import('node:fs/promises').FileHandle;

export type OpenRows = Awaited<ReturnType<typeof openRows>>;

/** Opens or makes a file of rows, which this process alone appends to. A last line that a killed process did not finish is removed. */
export async function openRows(path: string) {
  const files = nodeModule?.('node:fs/promises') as Files;
  const lock = `${path}.lock`;
  await makeLock(files, lock);
  let file: FileHandle | undefined;
  const close = async (): Promise<void> => {
    await file?.close().catch(() => undefined);
    // A lock file that cannot be removed does no harm once this process has ended. A rejection here would end the process.
    await files.rm(lock, { force: true }).catch(() => undefined);
  };
  try {
    file = await files.open(path, 'a+');
    const { size } = await file.stat();
    const read = await readRows(file, size);
    if (read.size < size) await file.truncate(read.size);
    return { file, ...read, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The time, resource and id of a row. */
export function keyOf(line: string): string {
  return line.slice(0, line.indexOf(',"status":"'));
}

const BLOCK_BYTES = 65_536;

/** So many keys take about 20 MB. */
const MAX_KNOWN = 200_000;

/**
 * @returns the bytes of whole lines, and the keys of the last rows of vector indices, since the next record repeats
 * their points of throughput
 */
async function readRows(file: FileHandle, bytes: number) {
  const decoder = new TextDecoder();
  const known = new Set<string>();
  let [size, rest] = [0, ''];
  for (let from = 0; from < bytes; from += BLOCK_BYTES) {
    const { buffer } = await file.read(new Uint8Array(BLOCK_BYTES), 0, BLOCK_BYTES, from);
    const block = buffer.subarray(0, bytes - from);
    const text = rest + decoder.decode(block, { stream: true });
    if (from === 0 && !LINE_BEGIN.startsWith(text.slice(0, LINE_BEGIN.length)))
      throw new Error('it has other contents than the rows of a capture');
    const lines = text.split('\n');
    rest = lines.pop() as string;
    if (lines.length > 0) size = from + block.lastIndexOf(10) + 1;
    for (const line of lines) if (line.includes('"resource":"index"')) known.add(keyOf(line));
    for (const oldest of known) {
      if (known.size <= MAX_KNOWN) break;
      known.delete(oldest);
    }
  }
  return { size, known };
}

/** Node has no lock that ends with its process, so a file names the process. */
async function makeLock(files: Files, lock: string): Promise<void> {
  const own = nodeModule?.('node:process') as NodeJS.Process;
  const isRunning = (process: number): boolean => {
    try {
      return own.kill(process, 0);
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EPERM';
    }
  };
  try {
    return await files.writeFile(lock, String(own.pid), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  // A process that was killed, or a full disk, may have left an empty file.
  const owner = Number(await files.readFile(lock, 'utf8'));
  if (owner > 0 && owner !== own.pid && isRunning(owner))
    throw new Error(`process ${owner} captures to it: stop that process, or remove ${lock} if it has no capture`);
  await files.rm(lock, { force: true });
  return makeLock(files, lock);
}
