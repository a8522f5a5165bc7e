import type { ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createComponent, type JSX } from 'solid-js';
import { renderToStream, renderToStringAsync } from 'solid-js/web';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { createFleet } from '../../../src/index.js';
import { serve } from '../../support/serve.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { useChromium } from '../../support/use-chromium.js';
import { frameworkPlugins } from '../framework-plugins.js';
import { Page } from './hydration/page.js';

type Render = (page: () => JSX.Element, response: ServerResponse) => void;

const renderWhole: Render = (page, response) => void renderToStringAsync(page).then((html) => response.end(html));
const stream: Render = (page, response) => renderToStream(page).pipe(response);

/** @param loaded when the fleet of the server gets its answer */
async function startServer(render: Render, loaded: Promise<void>, script: string) {
  const answerWith = (state: string): string => JSON.stringify({ ...sampleDatabase, database_id: 'a', state });
  let isDown = true;
  const requests: string[] = [];

  const address = await serve(({ url = '' }, response) => {
    if (url === '/') {
      const fetch = (): Promise<Response> => loaded.then(() => new Response(answerWith('active')));
      const fleet = createFleet({ baseUrl: 'http://localhost', fetch });
      return render(() => createComponent(Page, { fleet }), response.setHeader('content-type', 'text/html'));
    }
    if (url === '/page.js') return void response.setHeader('content-type', 'text/javascript').end(script);
    if (url === '/favicon.ico') return void response.writeHead(204).end();
    requests.push(url);
    response.writeHead(isDown ? 503 : 200, { 'content-type': 'application/json' }).end(answerWith('suspended'));
  });
  return { url: address, requests, recover: () => void (isDown = false) };
}

async function bundlePage(): Promise<string> {
  const input = fileURLToPath(new URL('hydration/browser.tsx', import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    // The build of Solid that reports errors of hydration.
    mode: 'development',
    plugins: frameworkPlugins({ isServer: true }),
    build: { write: false, minify: false, rolldownOptions: { input } },
  });
  return (built as Rolldown.RolldownOutput).output[0].code;
}

describe.skipIf(!inject('hasChromium'))('the page of a server', () => {
  let script: string;
  const browser = useChromium();
  beforeAll(async () => {
    script = await bundlePage();
  });

  test.each([
    ['renderToStringAsync', renderWhole, []],
    ['renderToStream', stream, ['loading']],
  ] as const)('%s brings the record that it waited for into the page', async (_, render, before) => {
    let load = (): void => {};
    const loaded = new Promise<void>((resolve) => (load = resolve));
    const { url, requests, recover } = await startServer(render, loaded, script);
    await using page = await browser().newPage();
    page.setDefaultTimeout(5000);
    const problems: string[] = [];
    page.on('pageerror', ({ message }) => void problems.push(message));
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && problems.push(message.text()));
    await page.addInitScript(recordTexts);
    await page.clock.install();

    const opened = page.goto(url, { waitUntil: 'commit' });
    if (before.length > 0) await page.locator('#fallback').waitFor();
    load();
    await opened;
    const row = page.locator('#a');
    // The row counts clicks from its hydration on.
    await expect.poll(async () => (await row.click(), await row.textContent())).toMatch(/^active active, [1-9]/);
    await expect.poll(() => requests.length).toBe(1);
    await page.clock.runFor(1000);

    recover();
    await page.clock.fastForward('01:00:00');
    await page.locator('#a', { hasText: /^suspended suspended, [1-9]/ }).waitFor();
    expect(await page.evaluate(() => globalThis.texts)).toEqual([...before, 'active active', 'suspended suspended']);
    // On a slow machine the page may poll once more before the service recovers.
    expect(new Set(problems)).toEqual(new Set([expect.stringContaining('503')]));
  });
});

declare global {
  /** Each text that the page has shown, without the number of clicks. */
  var texts: string[];
}

function recordTexts(): void {
  globalThis.texts = [];
  const record = (): void => {
    const text = document.querySelector('#fallback, #failed, #a')?.textContent?.split(',')[0];
    if (text && globalThis.texts.at(-1) !== text) globalThis.texts.push(text);
  };
  new MutationObserver(record).observe(document, { subtree: true, childList: true, characterData: true });
}
