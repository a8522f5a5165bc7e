import type { IncomingMessage, ServerResponse } from 'node:http';
import { playwright } from '@vitest/browser-playwright';
import type { Plugin, TestProjectInlineConfiguration } from 'vitest/config';
import type { PluginOption } from 'vite';
import type { ProvidedContext } from 'vitest';
import type { BrowserCommand } from 'vitest/node';
import { NodeRequest, sendNodeResponse } from 'srvx/node';
import { createProxyHandler } from '../../src/proxy/index.js';
import { createFaceService } from '../runtimes/face-service.js';
import { serviceAccess } from '../runtimes/service-access.js';
import { chromiumLaunch } from '../support/chromium-launch.js';
import { ensureProgram } from '../support/ensure-program.js';
import { forward } from './forward.js';
import { serveLargeAnswer } from './large-answers.js';

/** A page renders when it can, which is late where many tests run at once. */
export const patient = { poll: { timeout: 15_000 } };

/** Which tests run in a page, and what they need besides the core. */
export interface PageOptions {
  /** Of the project. */
  readonly name: string;
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
  readonly plugins?: readonly PluginOption[];
  /** The modules that they import from packages. */
  readonly packages?: readonly string[];
  readonly resolve?: TestProjectInlineConfiguration['resolve'];
  readonly provide?: Partial<ProvidedContext>;
}

/** Tests that run in a page of Chromium. */
export function chromium(root: string, options: PageOptions): TestProjectInlineConfiguration {
  const { name, include, exclude = [], plugins = [], packages = [], resolve = {}, provide } = options;
  return {
    root,
    plugins: [ensureChromium(include), serveFromTheSameOrigin, ...plugins],
    resolve,
    // Found while the tests run, they would reload the page.
    optimizeDeps: { include: ['ofetch', 'rxjs', 'valibot', ...packages] },
    // Projects that run at once would write over each other's.
    cacheDir: `node_modules/.vite/${name}`,
    test: {
      name,
      exclude: [...exclude],
      testTimeout: 20_000,
      expect: patient,
      provide: { runtime: 'chromium', serviceUrl: '/service', ...provide },
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({
          launchOptions: chromiumLaunch,
        }),
        commands: { goOfflineUntil },
        instances: [{ browser: 'chromium', name: `${name} (chromium)` }],
      },
    },
  };
}

/** Takes the network away from the page until it shows an element. It cannot ask for it back: that takes a network. */
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

/** Without Chromium its tests are skipped, which is said in a line, and fails in CI. */
const ensureChromium = (include: readonly string[]): Plugin => ({
  name: 'ensure-chromium',
  async config() {
    if (await isInstalled()) return { test: { include: [...include] } };
    const message = 'chromium is not installed and could not be: the tests that need a page cannot run';
    if (process.env['CI'] !== undefined) throw new Error(message);
    console.warn(`${message}, and are skipped.`);
    return { test: { include: [] } };
  },
});

/** Asked by several projects at once, of which one may install it. */
let installed: Promise<boolean> | undefined;
const isInstalled = (): Promise<boolean> => (installed ??= ensureProgram(chromiumLaunch.executablePath, 'chromium'));

/**
 * The service rightly lets no page of another origin read it, so the page finds it at its own: as it is, and behind the
 * proxy.
 */
const serveFromTheSameOrigin: Plugin = {
  name: 'serve-from-the-same-origin',
  configureServer({ middlewares, httpServer }) {
    const service = createFaceService();
    let listening: ReturnType<typeof service.listen> | undefined;
    const serve = (path: string, answer: (url: string, ...exchange: Exchange) => void): void =>
      void middlewares.use(path, (incoming, outgoing, fail) => {
        // Vitest makes servers that no page ever asks.
        listening ??= service.listen();
        listening.then(({ url }) => answer(url, incoming, outgoing), fail);
      });
    middlewares.use('/large', serveLargeAnswer);
    serve('/service', forward);
    serve('/proxy', (baseUrl, req, res) => {
      const { credentials } = serviceAccess;
      const handler = createProxyHandler({ baseUrl, credentials, authorize: () => true, allowCreate: true });
      void handler(new NodeRequest({ req, res })).then((response) => sendNodeResponse(res, response));
    });
    httpServer?.once('close', () => void service.close());
  },
};

type Exchange = [incoming: IncomingMessage, outgoing: ServerResponse];
