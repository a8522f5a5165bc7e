import { build } from 'esbuild';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createControlClient, createService } from 'fleetglass/service';
import { root } from '../docs/root.js';
import { problemsOf } from '../support/page-problems.js';
import { sampleSeed } from '../support/sample-database.js';
import { scaled } from '../support/scale.js';
import { useChromium } from '../support/use-chromium.js';
import { createApplication, type Application } from './application.js';
import { recipes } from './recipes.js';
import { isRegistryReachable } from './npm.js';

const account = { username: 'somebody@example.com', password: 'CANARY-of-the-account' };
const token = 'let-me-in';
const NOT_FOUND = 'There is no such database.';
/** A new application of some frameworks has none. */
const ICON = /\/favicon\.ico$/;
const browser = useChromium();

const isReachable = await isRegistryReachable('the check of the recipes of server frameworks');

const modes = scaled({ short: ['production'] as const, long: ['production', 'development'] as const });
const tried = scaled({ short: recipes.slice(0, 2), long: recipes });

describe.skipIf(!isReachable || !inject('hasChromium')).each(tried)('the recipe for $name', (recipe) => {
  const service = createService({ credentials: account, controlToken: token, seed: sampleSeed('orders') });
  let baseUrl = '';
  let application: Application | undefined;
  beforeAll(async () => {
    baseUrl = (await service.listen()).url;
    application = await createApplication(recipe.application);
    await application.write(recipe.files);
    for (const part of recipe.merged?.parts ?? []) await application.merge(part, recipe.merged?.before ?? '');
    // Without credentials, as on a build server.
    await application.run(recipe.build);
  });
  afterAll(async () => {
    await application?.[Symbol.asyncDispose]();
    await service.close();
  });

  test.each(modes.filter((mode) => recipe.servers[mode] !== undefined))(
    "shows the service's data and follows it, in %s",
    async (mode) => {
      const control = createControlClient({ baseUrl, token });
      await control.reset();
      const [database] = await control.databases.list();
      const id = String(database?.['database_id']);
      const server = await (application as Application).serve(recipe.servers[mode] ?? '', {
        SERVICE_URL: baseUrl,
        SERVICE_USERNAME: account.username,
        SERVICE_PASSWORD: account.password,
        DATABASE_IDS: id,
      });

      const pageOf = (of: string): string => server.url + (recipe.pathOf?.(of) ?? `/databases/${of}`);
      const { notFound = 404 } = recipe;
      if (notFound !== 'in the page') expect(await (await fetch(pageOf(id))).text()).toContain('orders: active');
      const secrets = [account.username, account.password, ...(await secretsOf(baseUrl, id))];
      await expectLivePage(pageOf(id), () => control.databases.set(id, { state: 'suspended' }), secrets);
      if (recipe.name === 'Next.js') await expectPagesOfNext(server.url, id);
      expect(server.output()).not.toMatch(/error|baseUrl/i);
      await control.databases.remove(id);
      for (const unknown of [id, 'no-such-database']) {
        if (notFound === 'in the page') {
          await using page = await openPage();
          await page.goto(pageOf(unknown));
          await page.getByText(NOT_FOUND).waitFor();
          continue;
        }
        const answer = await fetch(pageOf(unknown));
        expect([answer.status, await answer.text()]).toEqual([notFound, expect.stringContaining(NOT_FOUND)]);
      }
      for (const secret of [account.username, account.password]) expect(server.output()).not.toContain(secret);
    },
  );
});

/** Opens a page in Chromium, changes the database, and searches everything that the page receives for secrets. */
async function expectLivePage(url: string, change: () => Promise<unknown>, secrets: readonly string[]): Promise<void> {
  await using page = await openPage();
  const problems = problemsOf(page, ICON);
  const sent: Promise<string>[] = [];
  const asked: string[] = [];
  page.on('response', (response) => {
    asked.push(new URL(response.url()).pathname);
    sent.push(response.text().catch(() => ''));
  });
  await page.goto(url);
  await page.getByText('orders: active').waitFor();
  expect(await page.title()).toMatch(/^(?:orders|Database)$/);
  await change();
  await page.getByText('orders: suspended').waitFor({ timeout: 60_000 });
  expect(asked.filter((path) => path.startsWith('/fleet/v2/redis/database/'))).not.toEqual([]);
  const texts = await Promise.all(sent);
  expect(texts.join('')).toContain('orders');
  for (const secret of secrets) expect(texts.filter((text) => text.includes(secret))).toEqual([]);
  expect(problems).toEqual([]);
}

/** A page that loads modules from a CDN gets them from the installed packages, as the CDN bundles them. */
async function openPage(): Promise<Page> {
  const page = await browser().newPage();
  await page.route('https://cdn.jsdelivr.net/npm/**', async (route) => {
    const [, name = ''] = /npm\/(\w+)@\d+\/\+esm$/.exec(route.request().url()) ?? [];
    const stdin = { contents: `export * from '${name}';`, resolveDir: root };
    const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', write: false });
    const headers = { 'access-control-allow-origin': '*' };
    await route.fulfill({ headers, contentType: 'text/javascript', body: outputFiles[0]?.text ?? '' });
  });
  return page;
}

/** A Server Component can import the binding. A suspended component is left to the browser, without a report. */
async function expectPagesOfNext(url: string, id: string): Promise<void> {
  expect(await (await fetch(`${url}/provider`)).text()).toContain('function');
  const html = await (await fetch(`${url}/suspense/${id}`)).text();
  expect(html).toContain('Loading the database');
  expect(html).not.toContain('orders');
  await using page = await browser().newPage();
  const problems = problemsOf(page, ICON);
  await page.goto(`${url}/suspense/${id}`);
  await page.getByText('orders: suspended').waitFor();
  expect(problems).toEqual([]);
}

/** The credentials of a database, as the service gives them to the account. */
async function secretsOf(baseUrl: string, id: string): Promise<string[]> {
  const authorization = `Basic ${btoa(`${account.username}:${account.password}`)}`;
  const answer = await fetch(`${baseUrl}/v2/redis/database/${id}`, { headers: { authorization } });
  const record = (await answer.json()) as Record<string, unknown>;
  const secrets = ['password', 'rest_token', 'read_only_rest_token'].map((field) => record[field]);
  expect(secrets).toEqual(secrets.map(() => expect.stringMatching(/.{8}/)));
  return [authorization, ...secrets.map(String)];
}
