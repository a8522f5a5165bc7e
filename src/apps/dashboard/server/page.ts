import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveStatic, type H3Event } from 'h3';

/** The files of the page by their URL paths. No other files are served. */
export type Page = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

export async function readPage(folder: URL): Promise<Page> {
  const root = fileURLToPath(folder);
  const entries = await readdir(root, { withFileTypes: true, recursive: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const named = files.map(async (file) => {
    const path = `/${relative(root, file).split(sep).join('/')}`;
    return [path === '/index.html' ? '/' : path, new Uint8Array(await readFile(file))] as const;
  });
  const page = new Map(await Promise.all(named));
  if (!page.has('/')) throw new Error('This build contains no dashboard page.');
  return page;
}

export async function servePage(event: H3Event, page: Page): Promise<unknown> {
  // Vite puts a hash of the content into these file names, so a name never changes its content.
  const isHashed = event.url.pathname.startsWith('/assets/');
  return serveStatic(event, {
    headers: { 'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-store' },
    getMeta: (path) => {
      const contents = page.get(path);
      if (contents === undefined) return undefined;
      return { size: contents.byteLength, ...(path === '/' && { type: 'text/html; charset=utf-8' }) };
    },
    getContents: (path) => page.get(path),
  });
}
