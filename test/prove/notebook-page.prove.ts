import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { root } from '../docs/root.js';
import { axeViolations } from '../support/axe-violations.js';
import { execute } from '../support/execute.js';
import { problemsOf } from '../support/page-problems.js';
import { useChromium } from '../support/use-chromium.js';
import { notebooks } from '../notebook/kernel/deno-kernel.js';
import { serveFolder, withoutFetch } from './static-site.js';

const require = createRequire(import.meta.url);
const framework = require.resolve('@observablehq/framework/dist/bin/observable.js');

/** Builds the page as in a project that has installed the package. Any request fails the build. */
async function buildPage(project: string): Promise<string> {
  // Without its builds and caches in a clone.
  const filter = (path: string) => !/\/page\/(?:node_modules|dist|package-lock\.json|src\/\.observablehq)/.test(path);
  await cp(join(notebooks, 'page'), project, { recursive: true, filter });
  const installed = join(project, 'node_modules/fleetglass');
  // Framework looks for packages beside the real path of a file, so that a link to the clone is not enough.
  for (const part of ['dist', 'package.json']) await cp(join(root, part), join(installed, part), { recursive: true });
  for (const name of ['ofetch', 'rxjs', 'valibot', 'apache-arrow'])
    await symlink(join(root, 'node_modules', name), join(project, 'node_modules', name));
  const env = { ...process.env, OBSERVABLE_TELEMETRY_DISABLE: '1' };
  // Framework uses `fetch` for all its requests: to the registry, to a CDN, and for its telemetry.
  const parameters = ['--import', withoutFetch, framework, 'build'];
  const { stderr } = await execute(process.execPath, parameters, { cwd: project, env });
  // The build reports a package that cannot be bundled, but does not fail.
  expect(stderr).toBe('');
  return join(project, 'dist');
}

describe.skipIf(!inject('hasChromium'))('The page for Observable Framework', () => {
  let folder: string;
  let address: string;
  const browser = useChromium();
  beforeAll(async () => {
    const project = await mkdtemp(join(tmpdir(), 'fleetglass-page-'));
    folder = await buildPage(project);
    const server = await serveFolder(folder);
    address = server.address;
    return async () => {
      await server.close();
      await rm(project, { recursive: true });
    };
  });

  test('is built without a network, and names no other site', async () => {
    const html = await readFile(join(folder, 'index.html'), 'utf8');
    expect(html).toContain('./_node/fleetglass@');
    expect(html.match(/(?:src|href)="(?:[a-z]+:)?\/\/[^"]*"/g)).toBeNull();
    const styles = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.css'));
    const css = await Promise.all(styles.map((name) => readFile(join(folder, name), 'utf8')));
    expect(css.join('').match(/@import|url\("?(?:https?:)?\/\//g)).toBeNull();
  });

  test.each(['light', 'dark'] as const)('follows its fleet in Chromium, with %s colours', async (colorScheme) => {
    await using page = await browser().newPage({ colorScheme });
    const problems = problemsOf(page);
    await page.route('**', (route) => {
      const url = route.request().url();
      if (url.startsWith(address)) return route.continue();
      problems.push(`request of ${url}`);
      return route.abort();
    });

    await page.goto(address);
    const table = page.locator('#table');
    const orders = table.getByRole('row', { name: 'orders' });
    await orders.filter({ hasText: 'active' }).waitFor();
    await page.getByRole('button', { name: 'Suspend orders' }).click();
    await orders.filter({ hasText: 'suspended' }).waitFor();
    await page.getByRole('button', { name: 'Resume orders' }).click();
    await orders.filter({ hasText: 'active' }).waitFor();
    await page.getByRole('img', { name: /^Connections/ }).waitFor();
    await page.getByRole('row', { name: /^every 5 min/ }).waitFor();
    await page.getByRole('img', { name: /^Share of the changes in time/ }).waitFor();
    expect(await axeViolations(page, { runOnly: ['color-contrast'] }, '.fleetglass')).toEqual([]);
    expect(problems).toEqual([]);
  });
});
