import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { ShownAlert } from '../../../../src/format/shown-alerts.js';
import { useBrowser } from './browser.js';
import { notebookPage, notebookPictures } from './notebook-pictures.js';
import { useDashboard, type OpenDashboard, type OpenOptions } from './open-dashboard.js';
import { pictureFolder, savedWords, saveWords, wordsOn } from './picture-words.js';
import { terminalPages, terminalPictures } from './terminal-pictures.js';

const LARGEST_BYTES = 150_000;

/** With this variable the tests take the pictures. Without it, they compare the words of the pages with those of the pictures. */
const isForDocuments = process.env['FLEETGLASS_PICTURES'] !== undefined;

interface Shot {
  readonly name: string;
  readonly colorScheme: 'light' | 'dark';
  /** @default 1280 x 800 */
  readonly viewport?: { readonly width: number; readonly height: number };
  show(on: OpenDashboard): Promise<void>;
}

/** The alerts of the fleet in the pictures. */
const readAlerts: OpenOptions['readAlerts'] = async () => {
  const started = Date.now() - 12 * 60_000;
  const timeAt = (ms: number): string => new Date(started + ms).toISOString();
  const alertOf = (name: string, rest: Pick<ShownAlert, 'state' | 'severity' | 'rule' | 'summary'>, at: number) =>
    ({ ...rest, name, resource: 'database', key: name, id: name, startedAt: timeAt(at) }) as const;
  const quiet = { kind: 'silence', name: '5c0d8f2a', comment: 'import until noon' } as const;
  const suspended = { rule: 'suspended', severity: 'critical' } as const;
  const full = { rule: 'nearly-full', severity: 'warning' } as const;
  return {
    alerts: [
      alertOf('sessions-2', { state: 'firing', ...suspended, summary: 'The state is suspended.' }, 0),
      alertOf('page-cache', { state: 'firing', ...full, summary: 'Memory: 95 % used.' }, 120_000),
      alertOf('orders', { state: 'pending', ...full, summary: 'Connections: 87 % used.' }, 690_000),
      { ...alertOf('rate-limits-2', { state: 'silenced', ...full, summary: 'Memory: 93 % used.' }, 300_000), quiet },
    ],
    silences: [{ id: quiet.name, comment: quiet.comment, endsAt: timeAt(9_000_000), ids: ['rate-limits-2'] }],
  };
};

const shots: readonly Shot[] = [
  {
    name: 'dashboard',
    colorScheme: 'light',
    // The trend of each row loads on demand.
    show: ({ page }) => page.locator('.sparkline').first().waitFor(),
  },
  {
    name: 'dashboard-details',
    colorScheme: 'dark',
    viewport: { width: 1440, height: 960 },
    async show({ row, details }) {
      await row('orders').getByRole('link').click();
      await details.getByRole('slider', { name: 'Connections over time' }).waitFor();
    },
  },
  {
    name: 'dashboard-alerts',
    colorScheme: 'light',
    viewport: { width: 1280, height: 560 },
    async show({ open, rows }) {
      await open('Alerts');
      await expect.poll(() => rows.count()).toBe(4);
    },
  },
  {
    name: 'dashboard-create',
    colorScheme: 'light',
    async show({ button, dialog }) {
      await button('New database').click();
      await dialog.getByRole('textbox', { name: 'Name' }).fill('sessions-eu');
      await dialog.getByRole('combobox', { name: 'Primary region' }).selectOption('eu-west-1');
    },
  },
  {
    name: 'dashboard-outage',
    colorScheme: 'light',
    viewport: { width: 390, height: 780 },
    async show({ control, button, status }) {
      await control.faults.inject({ kind: 'status', status: 503 });
      await button('Refresh everything').click();
      await expect.poll(() => status.textContent()).toMatch(/Unreachable for [3-9] s, next try/);
    },
  },
];

/** Sets up usage near and beyond limits, a pending change and a suspended database. */
async function prepare({ use, control, ids, row }: OpenDashboard): Promise<void> {
  await row('orders').waitFor();
  use('orders', { db_max_clients: 874, db_memory_threshold: 402_653_184, db_max_commands_per_second: 4130 });
  use('orders-2', { db_max_clients: 212, db_memory_threshold: 236_223_201, db_max_commands_per_second: 1210 });
  use('sessions', { db_max_clients: 104, db_memory_threshold: 52_428_800 });
  use('sessions-2', { db_max_clients: 12, db_memory_threshold: 33_554_432 });
  use('page-cache', { db_max_clients: 341, db_memory_threshold: 1_020_054_732 });
  use('page-cache-2', { db_max_clients: 77, db_memory_threshold: 300_647_710 });
  use('orders-3', { db_max_clients: 430, db_memory_threshold: 515_396_075 });
  use('rate-limits-2', { db_max_clients: 2890, db_memory_threshold: 3_006_477_107 });
  use('sessions-3', { db_max_clients: 96, db_memory_threshold: 20_132_659 });
  use('rate-limits', { db_max_clients: 4020, db_memory_threshold: 2_147_483_648 });
  await control.databases.set(ids.get('sessions-2') ?? '', { state: 'suspended' });
  await control.databases.set(ids.get('page-cache-2') ?? '', { modifying_state: 'updating' });
}

/** Opens the page again as a picture shows it, with all that was prepared. */
async function reopen(
  on: OpenDashboard,
  { colorScheme, viewport = { width: 1280, height: 800 } }: Shot,
): Promise<void> {
  const { page, button, row, firstLine } = on;
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(viewport);
  await page.goto(new URL('/', page.url()).href);
  await row('orders').waitFor();
  await button('Refresh everything').click();
  await expect.poll(() => row('sessions-2').textContent()).toContain('suspended');
  await expect.poll(() => firstLine.textContent()).toMatch(/[1-9] beyond/);
  await row('orders')
    .getByRole('img', { name: /^Connections, last/ })
    .waitFor();
}

const MINUTE_MS = 60_000;

/** Reports a usage that grew over the last hour, in place of the usage of now. */
function withHistory(use: OpenDashboard['use']): OpenDashboard['use'] {
  return (name, values) => {
    const now = Date.now();
    for (let minute = 58; minute >= 0; minute -= 1) {
      const share = minute === 0 ? 1 : 1 - minute / 240 + 0.02 * Math.sin(minute / 3 + name.length);
      const earlier = Object.entries(values).map(([field, used]) => [field, Math.round(used * share)]);
      use(name, Object.fromEntries(earlier) as typeof values, now - minute * MINUTE_MS);
    }
  };
}

/** Captures WebP, which is a third of the size of PNG. Playwright does not support it. */
async function takeImage(page: Page): Promise<Buffer> {
  // No control looks as if the pointer is over it.
  await page.mouse.move(0, 0);
  // Endless animations never finish.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
        .map((animation) => animation.finished),
    ),
  );
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 85 });
  return Buffer.from(data, 'base64');
}

/** Compares the words of a page with those of its picture, or takes the picture. */
async function expectWords(name: string, page: Page, take: () => Promise<Buffer>): Promise<void> {
  if (!isForDocuments) {
    const message = `docs/images has a picture ${name} that is older than the page: run \`npm run pictures\``;
    const saved = (await savedWords())[name];
    // Parts of the page may still load.
    return expect.poll(() => wordsOn(page), { message }).toEqual(saved);
  }
  const image = await take();
  expect(image.byteLength).toBeLessThan(LARGEST_BYTES);
  await writeFile(join(pictureFolder, `${name}.webp`), image);
  await saveWords(name, await wordsOn(page));
}

describe.runIf(inject('hasChromium'))('the pictures of the documentation', () => {
  const harness = useBrowser();
  const opened = useDashboard(harness, { databases: 12, readAlerts });
  beforeAll(() => prepare({ ...opened(), use: withHistory(opened().use) }));

  it('have at most 150 kB each', async () => {
    for (const { name } of [...shots, ...notebookPictures, ...terminalPictures]) {
      const { size } = await stat(join(pictureFolder, `${name}.webp`));
      expect({ name, isSmall: size < LARGEST_BYTES }).toEqual({ name, isSmall: true });
    }
  });

  it.each(shots)('$name has the words of the page', async (shot) => {
    const { page } = opened();
    await reopen(opened(), shot);
    await shot.show(opened());
    await expectWords(shot.name, page, () => takeImage(page));
  });

  it('of the board and the terminal have the words that are printed', async () => {
    const pages = await terminalPages();
    for (const { name, colorScheme } of terminalPictures) {
      await using page = await harness.browser.newPage({ colorScheme });
      await page.setContent(pages[name] ?? '');
      const [width, height] = await page.evaluate(() => [document.body.scrollWidth, document.body.scrollHeight]);
      await page.setViewportSize({ width: width ?? 0, height: height ?? 0 });
      await expectWords(name, page, () => takeImage(page));
    }
  });

  it.each(notebookPictures)('$name has the words of the display', async (picture) => {
    const { colorScheme } = picture;
    await using page = await harness.browser.newPage({ viewport: { width: 780, height: 100 }, colorScheme });
    await page.setContent(await notebookPage(picture));
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width: 780, height });
    await expectWords(picture.name, page, () => takeImage(page));
  });
});
