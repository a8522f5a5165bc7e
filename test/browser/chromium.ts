import type { IncomingMessage, ServerResponse } from 'node:http';
import { playwright } from '@vitest/browser-playwright';
import type { Plugin, TestProjectInlineConfiguration } from 'vitest/config';
import type { BrowserCommand } from 'vitest/node';
import { NodeRequest, sendNodeResponse } from 'srvx/node';
import { createProxyHandler } from '../../src/proxy/index.js';
import { createFaceService } from '../runtimes/face-service.js';
import { serviceAccess } from '../runtimes/service-access.js';
import { ensureProgram } from '../support/ensure-program.js';
import { forward } from './forward.js';

/** Where Debian has it. Playwright would download a Chromium of its own, and that no registry has. */
const executablePath = '/usr/bin/chromium';

const include = ['test/runtimes/public-face.test.ts', 'test/browser/**/*.test.ts'];

/** The tests that run in a page of Chromium. */
export function chromium(root: string): TestProjectInlineConfiguration {
  return {
    root,
    plugins: [ensureChromium, serveFromTheSameOrigin],
    // Found while the tests run, they would reload the page.
    optimizeDeps: { include: ['ofetch', 'rxjs', 'valibot'] },
    test: {
      name: 'page',
      testTimeout: 20_000,
      provide: { runtime: 'chromium', serviceUrl: '/service' },
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        // Chromium refuses to sandbox what root starts, and the shared memory of a container is small.
        provider: playwright({
          launchOptions: { executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] },
        }),
        commands: { goOfflineUntil },
        instances: [{ browser: 'chromium', name: 'chromium' }],
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
const ensureChromium: Plugin = {
  name: 'ensure-chromium',
  async config() {
    if (await ensureProgram(executablePath, 'chromium')) return { test: { include } };
    const message = 'chromium is not installed and could not be: the tests that need a page cannot run';
    if (process.env['CI'] !== undefined) throw new Error(message);
    console.warn(`${message}, and are skipped.`);
    return { test: { include: [] } };
  },
};

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
