import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { hasDenoKernel, startDenoKernel } from '../notebook/kernel/deno-kernel.js';
import { isRegistryReachable, packPackage } from '../prove/npm.js';
import { freePort } from '../support/free-port.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { useChromium } from '../support/use-chromium.js';
import { exampleBlocks } from './example-blocks.js';
import { follow } from './page-steps.js';

const browser = useChromium();
const isReachable = await isRegistryReachable('the first steps with the packed package');

const TIMEOUT_MS = 300_000;
const WAIT = { timeout: 60_000, interval: 50 };

/** Packs the package. @returns what puts it in place of the tarball of a clone */
async function pack(): Promise<(text: string) => string> {
  const folder = await temporaryFolder();
  const { filename } = await packPackage(folder);
  return (text) => text.replaceAll(/\S+\/fleetglass-[\d.]+\.tgz/g, join(folder, filename));
}

/** A home of its own, with the cache of npm of this user. */
const homeIn = (folder: string): NodeJS.ProcessEnv => ({
  HOME: folder,
  XDG_RUNTIME_DIR: folder,
  npm_config_cache: process.env['npm_config_cache'] ?? join(process.env['HOME'] ?? '', '.npm'),
  NODE_ENV: undefined,
});

/** Moves the service of a page to another port. */
const onPort = (text: string, port: number): string =>
  text.replaceAll(' serve', ` serve --port ${port}`).replaceAll('4870', String(port));

describe.skipIf(!isReachable)('the paths from zero, with the packed package', () => {
  it.runIf(inject('hasChromium'))('lead to a page that shows a change', { timeout: TIMEOUT_MS }, async () => {
    const [folder, packed] = [await temporaryFolder(), await pack()];
    const [servicePort, pagePort] = [await freePort(), await freePort()];
    const replaced = (text: string): string =>
      onPort(packed(text), servicePort).replaceAll('npx vite', `npx vite --port ${pagePort} --strictPort`);
    const steps = await follow(exampleBlocks('docs/start.md', 'A page of your own'), folder, homeIn(folder), replaced);
    const [install = '', serve = '', create = '', vite = '', suspend = ''] = steps.commands;
    await steps.run(install);
    const service = steps.start(serve);
    await expect.poll(service.output, WAIT).toContain('serves the API');
    await steps.run(create);
    const server = steps.start(vite);
    await expect.poll(server.output, WAIT).toContain('Local:');
    await using page = await browser().newPage();
    await page.goto(`http://localhost:${pagePort}/`);
    await page.getByText('orders: active').waitFor({ timeout: WAIT.timeout });
    await steps.run(suspend);
    await page.getByText('orders: suspended').waitFor({ timeout: WAIT.timeout });
  });

  it('lead to an alert that fires and clears', { timeout: TIMEOUT_MS }, async () => {
    const [folder, packed] = [await temporaryFolder(), await pack()];
    const [servicePort, pagerPort] = [await freePort(), await freePort()];
    const replaced = (text: string): string =>
      onPort(packed(text), servicePort)
        .replaceAll('8080', String(pagerPort))
        .replaceAll(/^polling:/gm, 'metrics: { listen: "127.0.0.1:0" }\npolling:');
    const blocks = exampleBlocks('docs/monitor.md', 'From zero to an alert in ten minutes');
    const steps = await follow(blocks, folder, homeIn(folder), replaced);
    const [install = '', serve = '', create = '', check = '', testAlert = '', watch = '', suspend = ''] =
      steps.commands;
    await steps.run(install);
    const service = steps.start(serve);
    const receiver = steps.start('node receiver.mjs');
    await expect.poll(service.output, WAIT).toContain('serves the API');
    await steps.run(create);
    expect(await steps.run(check)).toContain('fleetglass.yaml is valid');
    expect(await steps.run(testAlert)).toContain('pager: delivered');
    await expect.poll(receiver.output, WAIT).toMatch(/^alert\.fired {2}info {2}fleetglass-test/);
    // As in a terminal, the monitor continues in the background.
    steps.start(`${watch} wait`);
    const log = (): Promise<string> => readFile(join(folder, 'watch.log'), 'utf8').catch(() => '');
    await expect.poll(log, WAIT).toContain('"event":"ids-added"');
    await steps.run(suspend);
    await expect
      .poll(receiver.output, WAIT)
      .toContain('alert.fired  critical  suspended  orders  The state is suspended.');
    await steps.run(suspend.replace('suspended', 'active'));
    await expect.poll(receiver.output, WAIT).toContain('alert.cleared  critical  suspended');
  });

  it.runIf(hasDenoKernel)('lead to a live table in a notebook', { timeout: TIMEOUT_MS }, async () => {
    const [folder, packed] = [await temporaryFolder(), await pack()];
    const blocks = exampleBlocks('docs/start.md', 'A notebook');
    const steps = await follow(blocks, folder, homeIn(folder), packed);
    for (const command of steps.commands) await steps.run(command);
    await using kernel = await startDenoKernel(folder);
    const cells = blocks.filter(({ file }) => file?.startsWith('cell-'));
    expect(cells).toHaveLength(2);
    const [first, second] = [await kernel.run(cells[0]?.source ?? ''), await kernel.run(cells[1]?.source ?? '')];
    expect(first).toMatchObject({ status: 'ok', outputs: [] });
    const shown = second.outputs.map(({ data }) => data?.['text/plain'] as unknown).join('\n');
    expect({ status: second.status, shown }).toEqual({
      status: 'ok',
      shown: expect.stringContaining('orders') as string,
    });
  });
});
