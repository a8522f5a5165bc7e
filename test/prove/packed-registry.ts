import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../docs/root.js';
import { listen } from '../support/listen.js';
import { packPackage } from './pack-package.js';

/** The registry of npm as it is once this package is on it: it has the packed package, and redirects for all others. */
export async function startPackedRegistry(): Promise<AsyncDisposable & { readonly url: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'fleetglass-registry-'));
  const { filename } = await packPackage(folder);
  const [tarball, manifest] = await Promise.all([
    readFile(join(folder, filename)),
    readFile(join(root, 'package.json'), 'utf8'),
  ]);
  await rm(folder, { recursive: true });
  const { name, version, ...published } = JSON.parse(manifest) as { name: string; version: string };
  const server = createServer(({ url: path }, response) => {
    if (path === `/${name}`) {
      const latest = { name, version, ...published, dist: { tarball: `${url}/${filename}` } };
      response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions: { [version]: latest } }));
    } else if (path === `/${filename}`) response.end(tarball);
    else response.writeHead(302, { location: `https://registry.npmjs.org${path}` }).end();
  });
  const { url, close } = await listen(server);
  return { url: `${url}/`, [Symbol.asyncDispose]: close };
}
