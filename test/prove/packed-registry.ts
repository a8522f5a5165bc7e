import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../docs/root.js';
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
  const server = createServer(({ url }, response) => {
    if (url === `/${name}`) {
      const latest = { name, version, ...published, dist: { tarball: `${address()}${filename}` } };
      response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions: { [version]: latest } }));
    } else if (url === `/${filename}`) response.end(tarball);
    else response.writeHead(302, { location: `https://registry.npmjs.org${url}` }).end();
  });
  const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: address(),
    [Symbol.asyncDispose]: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
