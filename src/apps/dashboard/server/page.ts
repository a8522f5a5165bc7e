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
  const named = files.map(
    async (file) => [pathOf(relative(root, file)), new Uint8Array(await readFile(file))] as const,
  );
  const page = new Map(await Promise.all(named));
  if (!page.has('/')) throw new Error('This build contains no dashboard page.');
  return page;
}

function pathOf(name: string): string {
  return name === 'index.html' ? '/' : `/${name.split(sep).join('/')}`;
}

/** A page for people who open an address that does not exist. It has the style of the dashboard. */
export function missingPage(page: Page): Response {
  const style = [...page.keys()].find((path) => /^\/assets\/index-.*\.css$/.test(path)) ?? '';
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>No such page – fleetglass</title>
    <link rel="stylesheet" href="${style}" />
  </head>
  <body>
    <main class="notice">
      <h1>There is no page at this address</h1>
      <p>The dashboard has one page, which shows all databases and indices.</p>
      <a class="button" href="/">Open the dashboard</a>
    </main>
  </body>
</html>
`;
  return new Response(html, { status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } });
}

/** Vite puts a hash of the content into these file names, so a name never changes its content. */
const HASHED = /^\/assets\//;

export async function servePage(event: H3Event, page: Page): Promise<unknown> {
  const isHashed = HASHED.test(event.url.pathname);
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
