import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { expect, inject, test } from 'vitest';
import { createFleet, dehydrate } from '../../../src/index.js';
import { problemsOf } from '../../support/page-problems.js';
import { pageScript } from '../../support/page-script.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { serve } from '../../support/serve.js';
import { useChromium } from '../../support/use-chromium.js';
import { createPage } from './page.js';

/** A server that streams a page with two databases: `send` gives a database to the page. */
async function startServer() {
  let state = 'active';
  const requests: string[] = [];
  const answerOf = (url: string): string => JSON.stringify({ ...sampleDatabase, database_id: idOf(url), state });
  const sent = new EventEmitter();
  // A component that suspends needs the same promise in each render.
  const snapshots = Object.fromEntries(['a', 'b'].map((id) => [id, once(sent, id).then(String)]));
  const script = await pageScript('test/runtimes/react-streaming/browser.ts');

  function streamPage(response: ServerResponse): void {
    const fleet = createFleet({ baseUrl: 'http://localhost' });
    const page = createPage(fleet, ['a', 'b'], (id) => snapshots[id] ?? '');
    const body = createElement('html', {}, createElement('head'), createElement('body', {}, page));
    const { pipe } = renderToPipeableStream(body, {
      bootstrapModules: ['/page.js'],
      onShellReady: () => void pipe(response.setHeader('content-type', 'text/html')),
    });
  }
  const address = await serve(({ url = '' }, response) => {
    if (url === '/') return streamPage(response);
    if (url === '/page.js') return void response.setHeader('content-type', 'text/javascript').end(script);
    if (url === '/favicon.ico') return void response.writeHead(204).end();
    requests.push(idOf(url));
    response.setHeader('content-type', 'application/json').end(answerOf(url));
  });
  return {
    url: `${address}/`,
    requests,
    async send(id: string) {
      const fetch = async (url: unknown): Promise<Response> => new Response(answerOf(String(url)));
      using fleet = createFleet({ baseUrl: 'http://localhost', fetch });
      await fleet.databases.refresh(id);
      sent.emit(id, JSON.stringify(dehydrate(fleet)).replaceAll('<', '\\u003c'));
    },
    changeState: (to: string) => void (state = to),
  };
}

const idOf = (url: string): string => /database\/(\w+)/.exec(url)?.[1] ?? '';

const browser = useChromium();

test.skipIf(!inject('hasChromium'))(
  'records that React streams after the first flush hydrate when they come',
  async () => {
    const { url, requests, send, changeState } = await startServer();
    await using page = await browser().newPage();
    const problems = problemsOf(page);

    await page.clock.install();
    await page.goto(url, { waitUntil: 'commit' });
    await page.locator('#fallback-a').waitFor();
    await send('a');
    await expectHydrated('a');
    expect(await page.locator('#fallback-b').isVisible()).toBe(true);
    await send('b');
    await expectHydrated('b');
    await page.clock.runFor(1000);
    expect(requests).toEqual([]);

    changeState('suspended');
    await page.clock.fastForward('01:00:00');
    for (const id of ['a', 'b']) await page.locator(`#${id}`, { hasText: /^suspended, [1-9]/ }).waitFor();
    expect(problems).toEqual([]);

    /** A row counts clicks from its hydration on. */
    async function expectHydrated(id: string): Promise<void> {
      const row = page.locator(`#${id}`, { hasText: 'active, ' });
      await expect.poll(async () => (await row.click(), await row.textContent())).toMatch(/^active, [1-9]/);
    }
  },
);
