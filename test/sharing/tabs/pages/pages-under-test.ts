import { onTestFinished } from 'vitest';
import { launchDevtoolsBrowser, type DevtoolsPage } from '../../../support/devtools-browser.js';
import { eventually } from '../../../support/eventually.js';
import { listen } from '../../../support/listen.js';
import { pageScript } from '../../../support/page-script.js';
import type { PageFacts, PageFleetOptions } from './fleet-page.js';

/** A request that the server got from a page. */
export interface Poll {
  readonly id: string;
  readonly page: string;
  readonly atMs: number;
  readonly revision: number;
}

export type PagesUnderTest = Awaited<ReturnType<typeof startPages>>;
/** A page with a fleet. */
export type TestPage = Awaited<ReturnType<PagesUnderTest['openPage']>>;

export const IDS: readonly string[] = Array.from({ length: 20 }, (_, nth) => `id-${nth}`);
export const INTERVAL_MS = 1000;

/** The time that pages measure too. */
export const unixMs = (): number => performance.timeOrigin + performance.now();

/** The script of the page, once for all tests. */
let script: Promise<string> | undefined;

/** Starts the server and the browser, with further flags. They end after the test. */
export async function setUpPages(flags?: readonly string[]): Promise<PagesUnderTest> {
  const started = await startPages(flags);
  onTestFinished(started.close);
  return started;
}

/** The same, until `close` is called. */
export async function startPages(flags?: readonly string[]) {
  const polls: Poll[] = [];
  let revision = 0;
  const { url, close: closeServer } = await listen(({ url: path = '', headers }, response) => {
    const { pathname } = new URL(path, 'http://localhost');
    if (pathname.startsWith('/fleet')) {
      const id = pathname.slice(pathname.lastIndexOf('/') + 1);
      // The name in each answer is the next number.
      revision += 1;
      polls.push({ id, page: String(headers['x-page']), atMs: unixMs(), revision });
      response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      response.end(JSON.stringify({ database_id: id, database_name: String(revision), state: 'active' }));
      return;
    }
    const isScript = pathname === '/page.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    const html = '<!doctype html><script type="module" src="/page.js"></script>';
    script ??= pageScript('test/sharing/tabs/pages/fleet-page.ts');
    void (isScript ? script : Promise.resolve(html)).then((text) => response.end(text));
  });
  const browser = await launchDevtoolsBrowser(flags);
  const opened: DevtoolsPage[] = [];
  let count = 0;
  let round = 0;

  /** Opens a page without a fleet. */
  async function openEmpty(place: 'window' | 'tab' = 'window') {
    const page = await browser.open(`${url}/`, place);
    opened.push(page);
    const name = `page-${++count}`;
    const waitForScript = (): Promise<void> =>
      eventually(async () => {
        if ((await page.evaluate('typeof fleetPage')) !== 'object') throw new Error('The page is loading.');
      });
    await waitForScript();
    return {
      ...page,
      name,
      async join(options?: Partial<PageFleetOptions>) {
        await waitForScript();
        const all: PageFleetOptions = { name, scope: scopeOf(round), ids: IDS, intervalMs: INTERVAL_MS, ...options };
        await page.evaluate(`fleetPage.open(${JSON.stringify(all)})`);
      },
      facts: () => page.evaluate<PageFacts>('fleetPage.read()'),
    };
  }

  return {
    /** The requests since the last `clear`. */
    polls,
    /** The scope of the pages; another one after each `closePages`. */
    get scope() {
      return scopeOf(round);
    },
    clear: () => void polls.splice(0),
    /** Closes all pages, for another test with the same browser. */
    async closePages() {
      round += 1;
      await Promise.allSettled(opened.splice(0).map((page) => page.close()));
      polls.splice(0);
    },
    async close() {
      await browser.close();
      await closeServer();
    },
    openEmpty,
    /** Opens a window, or a tab that hides the other tabs of the first window, with a fleet. */
    async openPage(options?: Partial<PageFleetOptions>, place?: 'window' | 'tab') {
      const page = await openEmpty(place);
      await page.join(options);
      return page;
    },
  };
}

const scopeOf = (round: number): string => `test-${round}`;
