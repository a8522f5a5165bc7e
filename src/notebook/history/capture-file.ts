import { FleetError } from '../../core/shared/fleet-error.js';
import { invalidRequest } from '../../core/shared/refuse-issues.js';
import { countOf } from '../../format/quantities.js';
import { nodeModule } from './node-module.js';
import { keyOf, openRows, type OpenRows } from './open-rows.js';

/** The files that captures of this process write, by their resolved paths. */
const openFiles = /* @__PURE__ */ new Map<string, CaptureFile>();

/**
 * The file of a capture, with a line of JSON for each row. Each batch is on the disk before the next is written. After a
 * failure, the file is cut to its whole batches, and the failed batch is written again with the next one.
 */
export class CaptureFile {
  /** Why the last batch is not in the file. */
  error: FleetError | undefined;
  readonly #path: string;
  readonly #maxLength: number;
  readonly #report: (error: FleetError) => void;
  #rows: OpenRows | undefined;
  #pending: string[] = [];
  #pendingLength = 0;
  /** The number of rows that were dropped because too many waited, and are not reported yet. */
  #lostRows = 0;
  /** Resolves after the last write, or when an earlier capture has closed the file. The next write waits for it. */
  #lastWrite: Promise<void>;
  #isClosing = false;

  /** @param maxLength the characters of the rows that wait for room */
  constructor(path: string, maxLength: number, report: (error: FleetError) => void) {
    const refusal = (message: string) => invalidRequest('configure', [{ path: 'saveTo', message }]);
    const resolved = nodeModule?.('node:path').resolve(path);
    if (resolved === undefined) throw refusal('expected Node or Deno: a page has no files');
    const other = openFiles.get(resolved);
    if (other !== undefined && !other.#isClosing) throw refusal('another capture writes this file: stop it first');
    this.#lastWrite = other === undefined ? Promise.resolve() : other.#lastWrite;
    openFiles.set(resolved, this);
    this.#path = resolved;
    this.#maxLength = maxLength;
    this.#report = report;
  }

  get isBehind(): boolean {
    return this.#pending.length > 0;
  }

  add(line: string): void {
    this.#pending.push(line);
    this.#pendingLength += line.length;
    while (this.#pendingLength > this.#maxLength) {
      this.#pendingLength -= this.#pending.shift()?.length ?? 0;
      this.#lostRows += 1;
    }
  }

  /** Writes the pending rows. Never rejects: see `error`. */
  write(): Promise<void> {
    return (this.#lastWrite = this.#lastWrite.then(() => this.#writeBatch()));
  }

  /** Writes the pending rows and closes the file. A later call tries again. Never rejects. */
  close(): Promise<void> {
    this.#isClosing = true;
    return (this.#lastWrite = this.write().then(async () => {
      await this.#rows?.close();
      this.#rows = undefined;
      if (openFiles.get(this.#path) === this) openFiles.delete(this.#path);
    }));
  }

  async #writeBatch(): Promise<void> {
    if (!this.isBehind) return;
    const batch = this.#pending;
    this.#pending = [];
    try {
      const rows = (this.#rows ??= await openRows(this.#path));
      const { file, known } = rows;
      const lines = batch.filter((line) => !known.has(keyOf(line)));
      const bytes = new TextEncoder().encode(lines.join(''));
      await file.appendFile(bytes);
      await file.datasync();
      rows.size += bytes.length;
      this.#pendingLength = this.#pending.reduce((sum, { length }) => sum + length, 0);
      this.error = undefined;
    } catch (error) {
      this.#pending = [...batch, ...this.#pending];
      await this.#rows?.file.truncate(this.#rows.size).catch(() => undefined);
      return this.#fail(error as NodeJS.ErrnoException);
    }
    if (this.#lostRows > 0) this.#reportLoss();
  }

  #fail({ code = '', message }: NodeJS.ErrnoException): void {
    const reason = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code) ? 'there is no room on its disk' : code || message;
    const lost = this.#lostRows === 0 ? '' : `; ${countOf(this.#lostRows, 'older row')} will never be in the file`;
    const next = 'the capture tries again with each batch';
    const text = `capture: ${countOf(this.#pending.length, 'row is', 'rows are')} not yet in ${this.#path}: ${reason}; ${next}${lost}`;
    const isNew = this.error === undefined;
    this.error = new FleetError('storage', 'configure', text);
    if (isNew) this.#report(this.error);
  }

  #reportLoss(): void {
    const reason = 'while its disk was full or slow, more rows waited than maxBytes holds';
    const text = `capture: ${countOf(this.#lostRows, 'row')} will never be in ${this.#path}: ${reason}; save captured.history instead`;
    this.#lostRows = 0;
    this.#report(new FleetError('storage', 'configure', text));
  }
}
