import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright';
import { expect, inject, onTestFinished, test } from 'vitest';
import { chromiumLaunch } from '../../support/chromium-launch.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { notebooks } from './deno-kernel.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const framework = join(root, 'node_modules/@observablehq/framework/dist/bin/observable.js');

/** Framework would ask the registry for the versions of its optional libraries, which the page does not use. */
const optionalLibraries = [
  ...['react', 'react-dom', '@observablehq/sample-datasets', '@observablehq/plot', 'lodash', 'arquero', 'apache-arrow'],
  ...['d3', 'd3-dsv', 'echarts', 'htl', 'leaflet', 'mapbox-gl', 'topojson-client', 'parquet-wasm'],
];

/** Builds the page as in a project that has installed the package. Nothing is downloaded. */
async function buildPage(): Promise<string> {
  const project = await temporaryFolder();
  await cp(join(notebooks, 'page'), project, { recursive: true });
  const installed = join(project, 'node_modules/fleetglass');
  // Framework looks for packages beside the real path of a file, so that a link to the clone is not enough.
  for (const part of ['dist', 'package.json']) await cp(join(root, part), join(installed, part), { recursive: true });
  for (const name of ['ofetch', 'rxjs', 'valibot', 'apache-arrow'])
    await symlink(join(root, 'node_modules', name), join(project, 'node_modules', name));
  for (const name of optionalLibraries)
    await mkdir(join(project, 'src/.observablehq/cache/_npm', `${name}@999.0.0`), { recursive: true });
  const env = { ...process.env, OBSERVABLE_TELEMETRY_DISABLE: '1' };
  await promisify(execFile)(process.execPath, [framework, 'build'], { cwd: project, env });
  return join(project, 'dist');
}

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Serves a folder on this machine, and returns its address. */
async function serve(folder: string): Promise<string> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = pathname === '/' ? '/index.html' : pathname;
    readFile(join(folder, path)).then(
      (body) => response.setHeader('content-type', types[extname(path)] ?? 'text/plain').end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test.skipIf(!inject('hasChromium'))(
  'the page for Observable Framework builds without a network, and follows its fleet in Chromium',
  async () => {
    const address = await serve(await buildPage());
    const browser = await chromium.launch(chromiumLaunch);
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    const problems: string[] = [];
    const otherSites: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('request', (request) => request.url().startsWith(address) || otherSites.push(request.url()));
    await page.route('**/favicon.ico', (route) => route.fulfill({ body: '' }));

    await page.goto(address);
    const table = page.locator('#table');
    await expect.poll(() => table.innerText()).toContain('carts');
    await page.getByRole('button', { name: 'Suspend a database' }).click();
    await expect.poll(() => table.innerText()).toContain('suspended');
    await expect.poll(() => page.locator('main svg').count()).toBeGreaterThan(0);
    expect(problems).toEqual([]);
    expect(otherSites).toEqual([]);
  },
);
