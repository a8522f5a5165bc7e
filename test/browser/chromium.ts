import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import type { Plugin, TestProjectInlineConfiguration } from 'vitest/config';
import type { Connect, PluginOption } from 'vite';
import type { BrowserCommand } from 'vitest/node';
import { NodeRequest, sendNodeResponse } from 'srvx/node';
import { createProxyHandler } from '../../src/proxy/index.js';
import { createPublicApiService } from '../runtimes/public-api-service.js';
import { serviceAccess } from '../runtimes/service-access.js';
import { chromiumLaunch, ensureChromium } from '../support/chromium-launch.js';
import { pageScript } from '../support/page-script.js';
import { timeouts } from '../vitest.node.config.js';
import { serveLargeAnswer } from './large-answers.js';

/** A project of tests that run in a page, and its needs besides the core. */
export interface PageOptions {
  readonly name: string;
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
  readonly plugins?: readonly PluginOption[];
  /** The packages that the tests import. */
  readonly packages?: readonly string[];
}

export function chromium(root: string, options: PageOptions): TestProjectInlineConfiguration {
  const { name, include, exclude = [], plugins = [], packages = [] } = options;
  return {
    root,
    plugins: [skipWithoutChromium(include), serveFromTheSameOrigin, ...plugins],
    // Vite reloads the page when it finds a further dependency during a test.
    optimizeDeps: { include: ['idb', 'ofetch', 'rxjs', 'valibot', ...packages] },
    // Concurrent projects would overwrite each other's cache.
    cacheDir: `node_modules/.vite/${name}`,
    test: {
      name,
      exclude: [...exclude],
      ...timeouts,
      provide: { runtime: 'chromium', serviceUrl: '/service' },
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({ launchOptions: chromiumLaunch }),
        commands: { goOfflineUntil },
        instances: [{ browser: 'chromium', name: `${name} (chromium)` }],
      },
    },
  };
}

/** Takes the page offline until an element appears. Offline, the page cannot ask the test runner to end this. */
const goOfflineUntil: BrowserCommand<[selector: string]> = async ({ context, iframe }, selector) => {
  await context.setOffline(true);
  await iframe.locator(selector).waitFor({ state: 'attached' });
  await context.setOffline(false);
};

declare module 'vitest/browser' {
  interface BrowserCommands {
    goOfflineUntil(selector: string): Promise<void>;
  }
}

/** Without Chromium, skips the tests with a warning; in CI it throws. */
const skipWithoutChromium = (include: readonly string[]): Plugin => ({
  name: 'ensure-chromium',
  async config() {
    if (await isInstalled()) return { test: { include: [...include] } };
    const message = 'chromium is not installed and could not be: the tests that need a page cannot run';
    if (process.env['CI'] !== undefined) throw new Error(message);
    console.warn(`${message}, and are skipped.`);
    return { test: { include: [] } };
  },
});

/** Shared by all projects, so that Chromium is installed once. */
let installed: Promise<boolean> | undefined;
const isInstalled = (): Promise<boolean> => (installed ??= ensureChromium());

/** The scripts of frames that tests open, by their paths. */
const frameScripts = { '/engine-page.js': './sharing/engine-page.ts', '/store-page.js': './store-page.ts' };

/**
 * Serves the local service under the page's own origin, directly and behind the proxy: the service refuses pages of
 * other origins.
 */
const serveFromTheSameOrigin: Plugin = {
  name: 'serve-from-the-same-origin',
  configureServer({ middlewares, httpServer }) {
    const service = createPublicApiService();
    let listening: ReturnType<typeof service.listen> | undefined;
    const serve = (path: string, answer: (url: string, ...exchange: Exchange) => void): void =>
      void middlewares.use(path, (incoming, outgoing, fail) => {
        // Vitest creates servers that never get a request.
        listening ??= service.listen();
        listening.then(({ url }) => answer(url, incoming, outgoing), fail);
      });
    middlewares.use('/large', serveLargeAnswer);
    for (const [path, entry] of Object.entries(frameScripts)) serveScript(middlewares, path, entry);
    serve('/service', forward);
    serve('/proxy', (baseUrl, req, res) => {
      const { credentials } = serviceAccess;
      const handler = createProxyHandler({ baseUrl, credentials, authorize: () => true, allowCreate: true });
      void handler(new NodeRequest({ req, res })).then((response) => sendNodeResponse(res, response));
    });
    httpServer?.once('close', () => void service.close());
  },
};

/** Serves a script as one file, which the browser keeps. Otherwise each frame loads all of its modules from Vite again. */
function serveScript(middlewares: Connect.Server, path: string, entry: string): void {
  let script: Promise<string> | undefined;
  middlewares.use(path, (_, response, fail) => {
    script ??= pageScript(fileURLToPath(new URL(entry, import.meta.url)));
    const headers = { 'content-type': 'text/javascript', 'cache-control': 'max-age=3600' };
    script.then((text) => response.writeHead(200, headers).end(text), fail);
  });
}

/** Forwards a request to another server and returns its answer. If one connection closes early, the other one closes. */
function forward(url: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, headers } = incoming;
  const forwarded = request(`${url}${incoming.url}`, { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    pipeline(answer, outgoing, () => {});
  });
  forwarded.on('error', () => outgoing.destroy());
  outgoing.on('close', () => forwarded.destroy());
  incoming.pipe(forwarded);
}

type Exchange = [incoming: IncomingMessage, outgoing: ServerResponse];
