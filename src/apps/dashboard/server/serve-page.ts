import { serveStatic, type H3Event } from 'h3';
import type { Page } from './page.js';

/** Vite has the hash of a file's content in its name there: another content is another file. */
const HASHED = /^\/assets\//;

/** The answer with a file of the page. @throws HTTPError 404 or 405 */
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
