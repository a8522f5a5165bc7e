import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The files of the page, by their paths in URLs. What is not among them is not served, whatever a path says. */
export type Page = ReadonlyMap<string, Uint8Array>;

/** @throws Error where there is none. */
export async function readPage(folder: URL): Promise<Page> {
  const root = fileURLToPath(folder);
  const entries = await readdir(root, { withFileTypes: true, recursive: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const page = new Map(
    await Promise.all(
      files.map(
        async (file) =>
          [`/${relative(root, file).split(sep).join('/')}`, new Uint8Array(await readFile(file))] as const,
      ),
    ),
  );
  if (!page.has('/index.html')) throw new Error('This build has no page for the dashboard.');
  return page;
}
