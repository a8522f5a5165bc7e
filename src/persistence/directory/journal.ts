import { copyFile, open, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { createSequence } from '../../core/shared/sequence.js';
import type { EngineLoss, StoredWrite } from '../engine.js';
import { DirectoryProblem, ifPresent, writingError } from './directory-failure.js';
import {
  formatJournal,
  formatLine,
  mergeJournals,
  parseJournal,
  type JournalLine,
  type MergedJournal,
} from './journal-lines.js';
import {
  createPresenceCheck,
  FORMAT,
  NO_FACTS,
  requireFormat,
  syncFolder,
  writeSynced,
  type OpeningOptions,
} from './store-file.js';

/** The two files of a journal. Both have the same lines. */
export const JOURNAL_FILES = ['journal-a.jsonl', 'journal-b.jsonl'] as const;

export const nextOf = (name: string): string => `${name}.next`;

/** A smaller journal is not rewritten. */
const SMALL_BYTES = 4 * 1024 * 1024;

interface OpenFile {
  readonly handle: FileHandle;
  readonly checkPresence: () => Promise<void>;
}

/**
 * Keeps values that nothing else brings back, as lines of JSON in two files.
 *
 * 1. A write resolves when both files have it and are synced. The first file is synced before the second one is written. The
 *    calls of one turn of the event loop share the syncs.
 * 2. If a file cannot be written, both are cut back to the acknowledged lines, and the write rejects.
 * 3. Damage is repaired by writing both files again, before anything is appended.
 */
export class Journal {
  /** Damage that the opening has found. */
  readonly losses: EngineLoss[] = [];
  /** The generation of both files, and the number of the last acknowledged line. */
  position: Pick<OpeningOptions['known'], 'generation' | 'line'>;
  readonly #options: OpeningOptions;
  readonly #values: Map<string, string>;
  /** Lines of kinds that only a newer version knows. */
  readonly #others: readonly JournalLine[];
  /** Both files, or fewer if the journal has to be rewritten before anything is appended. */
  readonly #files: OpenFile[] = [];
  /** The generation of the last rewriting. A rewriting that failed may have renamed the first file. */
  #generation: number;
  /** The length of the acknowledged lines of each file. */
  #bytes = 0;
  /** A journal up to this size is not rewritten. Each attempt raises it, so that a failure is not repeated at once. */
  #rewriteBytes = SMALL_BYTES;
  readonly #inOrder = createSequence();
  /** The writes of each call that waits. After a crash all writes of a call are stored, or none. */
  #waiting: (readonly StoredWrite[])[] = [];
  /** Appends the waiting writes. */
  #next: Promise<void> | undefined;

  private constructor(options: OpeningOptions, { generation, last, lines }: MergedJournal) {
    this.#options = options;
    this.#generation = generation;
    this.position = { generation, line: last };
    this.#values = applyTo(new Map(), lines);
    this.#others = lines.filter(({ key, line }) => key === undefined && line > 0);
  }

  /** @throws DirectoryProblem, or an error of the system */
  static async open(options: OpeningOptions): Promise<Journal> {
    const { directory, known, isCopy, damagedName } = options;
    await finishRewriting(directory);
    const { merged, isNew } = await readFiles(directory, known);
    if (isNew && known.generation > 0)
      throw new DirectoryProblem(
        'both files of its journal are missing; restore them from a backup, or choose an empty directory',
      );
    requireFormat(merged.lines[0]?.format ?? FORMAT);
    const journal = new Journal(options, merged);
    if (merged.lost > 0) {
      for (const name of JOURNAL_FILES)
        await copyFile(join(directory, name), join(directory, damagedName(name))).catch(() => {});
      const place = isCopy ? '' : ` They are kept as ${JOURNAL_FILES.map(damagedName).join(' and ')}.`;
      journal.losses.push({
        message: `At least ${merged.lost} of the last changes to ids, creates or other values cannot be restored: both files of the journal are damaged.${place}`,
        count: merged.lost,
      });
    } else if (merged.isRepaired)
      journal.losses.push({
        message: 'A file of the journal was damaged or missing. Its other file has everything.',
        repaired: true,
      });
    // Without room, the values can be read, and the first write tries again.
    if (merged.mustRewrite) await journal.#rewrite().catch(isNew ? undefined : () => {});
    else await journal.#openFiles();
    return journal;
  }

  get values(): ReadonlyMap<string, string> {
    return this.#values;
  }

  /** @throws StorageFailure */
  async write(writes: readonly StoredWrite[]): Promise<void> {
    if (writes.length === 0) return;
    this.#waiting.push(writes);
    await (this.#next ??= this.#inOrder(() => this.#appendWaiting()));
  }

  /** @throws StorageFailure if the directory or a file is not in its place: what is written would be lost. */
  async checkPresence(): Promise<void> {
    await this.#options.checkPresence();
    for (const { checkPresence } of this.#files) await checkPresence();
  }

  /** Closes the files after all earlier calls of `write`. */
  close(): Promise<void> {
    return this.#inOrder(() => this.#closeFiles());
  }

  async #appendWaiting(): Promise<void> {
    const batches = this.#waiting;
    this.#waiting = [];
    this.#next = undefined;
    await this.#append(batches).catch((error: unknown) => {
      throw writingError(this.#options.directory, error);
    });
  }

  async #append(batches: readonly (readonly StoredWrite[])[]): Promise<void> {
    await this.checkPresence();
    if (this.#files.length < JOURNAL_FILES.length) await this.#rewrite();
    const { generation } = this.position;
    let { line } = this.position;
    const texts = batches.flatMap((writes) => {
      const end = line + writes.length;
      return writes.map(({ key, text }) => {
        line += 1;
        return formatLine({ generation, line, end, key, ...(text !== undefined && { text }) });
      });
    });
    const content = Buffer.from(texts.join(''));
    try {
      for (const { handle } of this.#files) await appendSynced(handle, content, this.#bytes);
      // A file may have been removed during the write.
      await this.checkPresence();
    } catch (error) {
      // If this fails too, the next write begins two new files.
      await this.#cutBack().catch(() => this.#closeFiles());
      throw error;
    }
    this.#bytes += content.length;
    this.position = { generation, line };
    for (const writes of batches) applyTo(this.#values, writes);
    await this.#rewriteIfLarge();
  }

  /** Cuts the second file first: it must never have more lines than the first file. */
  async #cutBack(): Promise<void> {
    for (const { handle } of this.#files.toReversed()) {
      await handle.truncate(this.#bytes);
      await handle.datasync();
    }
  }

  async #rewriteIfLarge(): Promise<void> {
    const live = this.#values.size + this.#others.length;
    if (this.#bytes <= this.#rewriteBytes || this.position.line <= 2 * live) return;
    this.#rewriteBytes = this.#bytes + SMALL_BYTES;
    await this.#rewrite().catch(() => {});
  }

  /** Writes all values to two new files, which then take the places of the old ones. */
  async #rewrite(): Promise<void> {
    const generation = (this.#generation += 1);
    const values = Array.from(this.#values, ([key, text]) => ({ key, text }));
    const content = await formatJournal(generation, [{ format: FORMAT }, ...this.#others, ...values]);
    const paths = JOURNAL_FILES.map((name) => join(this.#options.directory, name));
    try {
      for (const path of paths) {
        await rm(nextOf(path), { force: true });
        await writeSynced(nextOf(path), content);
      }
    } catch (error) {
      for (const path of paths) await rm(nextOf(path), { force: true }).catch(() => {});
      throw error;
    }
    // Until both are renamed and open, there is nothing to append to.
    await this.#closeFiles();
    for (const path of paths) await rename(nextOf(path), path);
    await syncFolder(this.#options.directory);
    this.position = { generation, line: this.#values.size + this.#others.length };
    await this.#openFiles();
    this.#rewriteBytes = SMALL_BYTES;
  }

  async #openFiles(): Promise<void> {
    for (const name of JOURNAL_FILES) {
      const handle = await open(join(this.#options.directory, name), 'r+');
      this.#files.push({ handle, checkPresence: await createPresenceCheck(this.#options.directory, name) });
      this.#bytes = (await handle.stat()).size;
    }
  }

  async #closeFiles(): Promise<void> {
    for (const { handle } of this.#files.splice(0)) await handle.close();
  }
}

/** Applies writes, or the lines that store them, to the values before. */
function applyTo(values: Map<string, string>, writes: readonly Partial<StoredWrite>[]): Map<string, string> {
  for (const { key, text } of writes) {
    if (key === undefined) continue;
    if (text === undefined) values.delete(key);
    else values.set(key, text);
  }
  return values;
}

/** Reads the values of a journal that cannot be opened, because its disk is full. Changes nothing. */
export async function readJournalValues(directory: string): Promise<ReadonlyMap<string, string>> {
  const { merged } = await readFiles(directory, NO_FACTS);
  return applyTo(new Map(), merged.lines);
}

async function readFiles(directory: string, known: OpeningOptions['known']) {
  const texts = await Promise.all(JOURNAL_FILES.map((name) => readIfPresent(join(directory, name))));
  const [first = '', second = ''] = texts;
  const file = parseJournal(first);
  const merged = mergeJournals(file, first === second ? file : parseJournal(second), known);
  return { merged, isNew: texts.every((text) => text === undefined) };
}

async function appendSynced(handle: FileHandle, content: Buffer, position: number): Promise<void> {
  for (let written = 0; written < content.length;) {
    const { bytesWritten } = await handle.write(content, written, content.length - written, position + written);
    written += bytesWritten;
  }
  await handle.datasync();
}

function readIfPresent(path: string): Promise<string | undefined> {
  return ifPresent(readFile(path, 'utf8'));
}

/**
 * Finishes or removes the files of a rewriting that a crash has interrupted. Both new files were complete before the
 * first of them was renamed, so a renamed file shows that the other file is complete.
 */
async function finishRewriting(directory: string): Promise<void> {
  const [first = '', second = ''] = JOURNAL_FILES.map((name) => join(directory, name));
  const next = await readIfPresent(nextOf(second));
  const current = next && (await readIfPresent(first));
  if (next && current && parseJournal(next).generation === parseJournal(current).generation)
    await rename(nextOf(second), second);
  for (const path of [first, second]) await rm(nextOf(path), { force: true });
}
