import { rename } from 'node:fs/promises';
import * as v from 'valibot';
import { type Clock, FleetError } from '../../../index.js';
import { parseJson } from '../../../core/wire/parse-json.js';
import { type ActivityEntry, activityEntrySchema } from '../../../format/activity.js';
import { readPrivateFile, writePrivateFile } from '../../local-services/private-file.js';

const SAVE_AFTER_MS = 1000;

export type ActivityFile = ReturnType<typeof createActivityFile>;

export function createActivityFile(path: string, clock: Clock, onError: (error: unknown) => void) {
  let cancel: (() => void) | undefined;
  let unsaved: readonly ActivityEntry[] = [];
  let last: Promise<void> = Promise.resolve();
  const report = (message: string): void => onError(new FleetError('storage', 'configure', message));

  /** Reads the file, without damaged lines. A file that cannot be used is renamed, so that its content stays. */
  async function read(): Promise<readonly ActivityEntry[]> {
    const { text: lines, problem, code } = await readPrivateFile(path);
    if (problem !== undefined && code !== 'ENOENT') await setAside(problem);
    const values = (lines ?? '').split('\n').filter(Boolean).map(parseJson);
    const entries = values.filter((value) => v.is(activityEntrySchema, value));
    const damaged = values.length - entries.length;
    if (damaged > 0) report(`lines of ${path} are damaged and left out: ${damaged} of ${values.length}`);
    return entries;
  }

  async function setAside(problem: string): Promise<void> {
    const copy = `${path}.${clock.now()}`;
    const end = await rename(path, copy).then(
      () => `it is now ${copy}, and the activity begins empty`,
      ({ code }: NodeJS.ErrnoException) => `it cannot be renamed either (${code}), and the next change replaces it`,
    );
    report(`the activity in ${path} cannot be used: it ${problem}; ${end}`);
  }

  function save(entries: readonly ActivityEntry[]): void {
    unsaved = entries;
    cancel ??= clock.schedule(() => void flush(), SAVE_AFTER_MS);
  }

  function flush(): Promise<void> {
    if (cancel === undefined) return last;
    cancel();
    cancel = undefined;
    const lines = unsaved.map((entry) => `${JSON.stringify(entry)}\n`);
    last = last
      .then(() => writePrivateFile(path, lines.join('')))
      .catch(({ code = 'unknown error' }: NodeJS.ErrnoException) =>
        report(`the activity cannot be kept in ${path} (${code}); the next change tries again`),
      );
    return last;
  }

  return { read, save, flush };
}
