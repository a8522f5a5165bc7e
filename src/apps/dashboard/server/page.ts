import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The files of the page, by their paths in URLs. What is not among them is not served, whatever a path says. */
export type Page = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** @throws Error where there is none. */
export async function readPage(folder: URL): Promise<Page> {
  const root = fileURLToPath(folder);
  const entries = await readdir(root, { withFileTypes: true, recursive: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const named = files.map(async (file) => [pathOf(relative(root, file)), await read(file)] as const);
  const page = new Map(await Promise.all(named));
  if (!page.has('/')) throw new Error('This build has no page for the dashboard.');
  return page;
}

function pathOf(name: string): string {
  return name === 'index.html' ? '/' : `/${name.split(sep).join('/')}`;
}

async function read(file: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(file));
}
