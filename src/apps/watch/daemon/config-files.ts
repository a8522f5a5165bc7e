import { createHash } from 'node:crypto';
import { pause } from '../../terminal/stopping.js';
import { type ReadFile, readRegularFile } from '../config/read-file.js';

/** How often the files are read. A change is used when two reads in a row find it: a file may be partly written. */
const EVERY_MS = 2000;

interface ReadContent {
  readonly maxBytes: number;
  /** The hash of the content, which may be a secret; or why the file cannot be read. */
  readonly hash: string;
}

/**
 * Notices changes of the files that a configuration was read from: its own file, and those that it names in members
 * such as `passwordFile`. It compares their contents, since the files themselves may be replaced. Kubernetes makes the
 * folder of a ConfigMap a symbolic link to a new folder, and an editor writes a new file.
 */
export class ConfigFiles {
  #read = new Map<string, ReadContent>();

  /** Begins a reading of the configuration. @returns the function that reads its files: their later changes count */
  begin(): ReadFile {
    const contents = new Map<string, ReadContent>();
    this.#read = contents;
    return async (path, maxBytes) => {
      const content = readRegularFile(path, maxBytes);
      contents.set(path, { maxBytes, hash: await hashOf(content) });
      return content;
    };
  }

  /** Calls `onChanged`, which reads the files, after each change until the signal aborts. */
  async watch(onChanged: () => Promise<void>, signal: AbortSignal): Promise<void> {
    let seen: string | undefined;
    for (;;) {
      await pause(EVERY_MS, signal);
      if (signal.aborted) return;
      const before = [...this.#read];
      const now = await Promise.all(before.map(([path, { maxBytes }]) => hashOf(readRegularFile(path, maxBytes))));
      const isStable = JSON.stringify(now) === seen;
      seen = JSON.stringify(now);
      const isChanged = before.some(([, { hash }], at) => hash !== now[at]);
      if (isStable && isChanged) await onChanged();
    }
  }
}

function hashOf(read: Promise<Buffer>): Promise<string> {
  return read.then((bytes) => createHash('sha256').update(bytes).digest('hex')).catch((error: Error) => error.message);
}
