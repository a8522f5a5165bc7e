import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../../core/wire/parse-json.js';
import type { CommandIo } from '../terminal/command-io.js';
import { readPrivateFile, writePrivateFile } from './private-file.js';
import { identifyProcess } from './process-identity.js';
import { serviceFolders } from './service-files.js';

const schema = v.object({
  version: v.literal(1),
  /** The address that admits the next browser. */
  url: v.pipe(v.string(), v.regex(/^http:\/\/(?:127\.0\.0\.1|\[::1\]):\d+\/(?:\?token=[\w-]+)?$/)),
  /** The service whose resources the page shows. */
  service: v.string(),
  /** The directory of the kept ids. Absent if none is kept. */
  state: v.optional(v.string()),
  pid: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  process: v.string(),
});

/** A page that a command of this user serves on this machine. */
export interface ServedPage extends Pick<v.InferOutput<typeof schema>, 'url' | 'service' | 'state'> {}

const foldersOf = (io: Pick<CommandIo, 'env'>): string[] => serviceFolders(io).map((path) => join(path, '..', 'pages'));

/**
 * Writes where a page is, for other commands of this user. Only this user can read the file: its address admits a browser.
 *
 * @returns a function that removes the file. Without a folder that can be written, other commands do not find the page.
 */
export async function registerPage(io: Pick<CommandIo, 'env'>, page: ServedPage): Promise<() => Promise<void>> {
  const identity = (await identifyProcess(process.pid)) ?? '';
  const file = { version: 1, ...page, pid: process.pid, process: identity } as const;
  for (const folder of foldersOf(io)) {
    const path = join(folder, `${new URL(page.url).port}.json`);
    const isWritten = await mkdir(folder, { recursive: true, mode: 0o700 })
      .then(() => writePrivateFile(path, `${JSON.stringify(file satisfies v.InferOutput<typeof schema>)}\n`))
      .then(
        () => true,
        () => false,
      );
    if (isWritten) return () => rm(path, { force: true });
  }
  return async () => {};
}

/** Reads which pages run. A file that another user could have written counts as absent. */
export async function findPages(io: Pick<CommandIo, 'env'>): Promise<readonly ServedPage[]> {
  const found: ServedPage[] = [];
  for (const folder of foldersOf(io)) {
    for (const name of await readdir(folder).catch(() => [])) {
      const { text = '' } = await readPrivateFile(join(folder, name));
      const parsed = v.safeParse(schema, parseJson(text));
      if (!parsed.success) continue;
      const { pid, process: identity, ...page } = parsed.output;
      if ((await identifyProcess(pid)) === identity) found.push(page);
    }
  }
  return found;
}
