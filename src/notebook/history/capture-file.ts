import { FleetError } from '../../core/shared/fleet-error.js';
import { invalidRequest } from '../../core/shared/refuse-issues.js';
import type { ColumnValue } from './column-builder.js';
import { nodeModule } from './node-module.js';
import type { HistoryRow } from './history.js';
import { BEGIN, keyOf, openRows, type OpenRows } from './open-rows.js';

/** A row as an object of JSON, with `null` for absent values and all digits of integers. */
export function jsonLine(
  facts: Omit<HistoryRow, 'values'>,
  fields: readonly string[],
  values: readonly ColumnValue[],
): string {
  const { at, resource, id, status } = facts;
  const cells = fields.map((field, place) => `,${JSON.stringify(field)}:${jsonValue(values[place])}`);
  const time = new Date(Math.round(at)).toISOString();
  return `${BEGIN}"${time}","resource":"${resource}","id":${JSON.stringify(id)},"status":"${status}"${cells.join('')}}\n`;
}

function jsonValue(value: ColumnValue): string {
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value ?? null);
}

/** By their resolved paths. */
const openFiles = /* @__PURE__ */ new Map<string, CaptureFile>();

/**
 * The file of a capture, with a line of JSON for each row. Each batch is on the disk before the next is written. After a
 * failure, what was written of a batch is taken back, and the batch is written again with the next.
 */
export class CaptureFile {
  readonly #path: string;
  readonly #maxLength: number;
  readonly #report: (error: FleetError) => void;
  #rows: OpenRows | undefined;
  /** The bytes of whole batches. */
  #size = 0;
  #pending: string[] = [];
  #pendingLength = 0;
  #lostRows = 0;
  #writing: Promise<void> | undefined;
  #error: FleetError | undefined;
  /** Until an earlier capture of the file has closed it. */
  readonly #before: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  /** @param maxLength the characters of the rows that wait for room */
  constructor(path: string, maxLength: number, report: (error: FleetError) => void) {
    const resolved = nodeModule?.('node:path').resolve(path);
    if (resolved === undefined)
      throw invalidRequest('configure', [{ path: 'saveTo', message: 'expected Node or Deno: a page has no files' }]);
    const other = openFiles.get(resolved);
    if (other !== undefined && other.#closing === undefined)
      throw invalidRequest('configure', [
        { path: 'saveTo', message: 'another capture writes this file: stop it first' },
      ]);
    this.#before = other && other.#closing;
    openFiles.set(resolved, this);
    this.#path = resolved;
    this.#maxLength = maxLength;
    this.#report = report;
  }

  /** Why the last batch is not in the file. */
  get error(): FleetError | undefined {
    return this.#error;
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

  /** Writes the pending rows. It never fails: see `error`. */
  async write(): Promise<void> {
    await this.#before;
    while (this.#writing !== undefined) await this.#writing;
    if (!this.isBehind) return;
    this.#writing = this.#writeBatch();
    await this.#writing;
    this.#writing = undefined;
  }

  close(): void {
    this.#closing ??= this.write().then(async () => {
      await this.#rows?.close();
      this.#rows = undefined;
      if (openFiles.get(this.#path) === this) openFiles.delete(this.#path);
    });
  }

  async #writeBatch(): Promise<void> {
    const batch = this.#pending;
    this.#pending = [];
    try {
      if (this.#rows === undefined) this.#size = (this.#rows = await openRows(this.#path)).size;
      const { file, known } = this.#rows;
      const lines = batch.filter((line) => !known.has(keyOf(line)));
      const bytes = new TextEncoder().encode(lines.join(''));
      await file.appendFile(bytes);
      await file.datasync();
      this.#size += bytes.length;
      this.#pendingLength = this.#pending.reduce((sum, { length }) => sum + length, 0);
      this.#error = undefined;
    } catch (error) {
      this.#pending = [...batch, ...this.#pending];
      await this.#rows?.file.truncate(this.#size).catch(() => undefined);
      this.#fail(error as NodeJS.ErrnoException);
    }
  }

  #fail({ code = '', message }: NodeJS.ErrnoException): void {
    const reason = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code) ? 'there is no room on its disk' : code || message;
    const lost = this.#lostRows === 0 ? '' : `; ${this.#lostRows} rows are in captured.history only`;
    const next = 'the capture tries again with each batch';
    const text = `capture: ${this.#pending.length} rows are not yet in ${this.#path}: ${reason}; ${next}${lost}`;
    const isNew = this.#error === undefined;
    this.#error = new FleetError('storage', 'configure', text);
    if (isNew) this.#report(this.#error);
  }
}
