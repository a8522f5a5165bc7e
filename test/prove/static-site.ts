import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { listen } from '../support/listen.js';

/** A module for `--import`, with which a build fails that sends a request. */
export const withoutFetch = `data:text/javascript,globalThis.fetch = async (url) => { throw new Error('request of ' + url); };`;

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

export async function serveFolder(folder: string) {
  const { url, close } = await listen((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = pathname === '/' ? '/index.html' : pathname;
    readFile(join(folder, path)).then(
      (body) => response.setHeader('content-type', types[extname(path)] ?? 'text/plain').end(body),
      () => response.writeHead(404).end(),
    );
  });
  return { address: `${url}/`, close };
}
