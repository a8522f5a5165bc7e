import * as v from 'valibot';
import type { Clock } from '../../../index.js';
import { FleetError } from '../../../core/shared/fleet-error.js';
import { parseJson } from '../../../core/wire/parse-json.js';
import { activityKinds, type ActivityEntry } from '../../../format/activity.js';
import { readPrivateFile, writePrivateFile } from '../../local-services/private-file.js';

/** A thousand entries are 300 kB. */
const MAX_BYTES = 4 * 1024 * 1024;

const SAVE_AFTER_MS = 1000;

const text = v.pipe(v.string(), v.maxLength(1000));

const entrySchema = v.object({
  key: text,
  at: v.pipe(v.number(), v.safeInteger()),
  kind: v.picklist(Object.keys(activityKinds)),
  resource: v.picklist(['database', 'index', 'fleet']),
  id: text,
  name: text,
  text,
  phase: v.optional(v.picklist(['begun', 'ended'])),
  field: v.optional(text),
});

/** Keeps the activity in a file, as lines of JSON. */
export class ActivityFile {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  #cancel: (() => void) | undefined;
  #pending: readonly ActivityEntry[] | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(path: string, clock: Clock, onError: (error: unknown) => void) {
    this.#path = path;
    this.#clock = clock;
    this.#onError = onError;
  }

  /** Reads what is kept. Lines that are damaged are left out. */
  async read(): Promise<readonly ActivityEntry[]> {
    const { text: lines, problem, code } = await readPrivateFile(this.#path, MAX_BYTES);
    if (problem !== undefined && code !== 'ENOENT')
      this.#onError(new FleetError('storage', 'configure', `the activity in ${this.#path} is lost: it ${problem}`));
    return (lines ?? '').split('\n').flatMap((line) => {
      const entry = v.safeParse(entrySchema, parseJson(line));
      return entry.success ? [entry.output as ActivityEntry] : [];
    });
  }

  /** Saves the entries soon. */
  save(entries: readonly ActivityEntry[]): void {
    this.#pending = entries;
    this.#cancel ??= this.#clock.schedule(() => void this.flush(), SAVE_AFTER_MS);
  }

  /** Saves what is not saved yet. */
  flush(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    const entries = this.#pending;
    this.#pending = undefined;
    if (entries !== undefined) this.#last = this.#last.then(() => this.#write(entries));
    return this.#last;
  }

  async #write(entries: readonly ActivityEntry[]): Promise<void> {
    try {
      await writePrivateFile(this.#path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    } catch (error) {
      const { code = 'unknown error' } = error as NodeJS.ErrnoException;
      const message = `the activity cannot be kept in ${this.#path} (${code}); the next change tries again`;
      this.#onError(new FleetError('storage', 'configure', message));
    }
  }
}
