import type { Locator, Page } from 'playwright';
import { describe, expect, inject, it } from 'vitest';
import { useBrowser } from './browser.js';
import { decodeImage, differenceOf, shareOf, type Colour, type Pixels } from './compare-images.js';
import { openDashboard } from './open-dashboard.js';

const harness = useBrowser();

const MINUTE_MS = 60_000;
const GIB = 1024 ** 3;

type Media = NonNullable<Parameters<Page['emulateMedia']>[0]>;

interface OpenChart {
  readonly page: Page;
  /** Opens the page again with these media features. */
  reopen(media: Media): Promise<void>;
  /** Takes a screenshot of the chart. */
  take(): Promise<Pixels>;
}

/** Opens the chart of a memory use that grows beyond its limit. The time on the page stands still. */
async function openChart(): Promise<OpenChart> {
  const { page, row, details, use } = await openDashboard(harness);
  await row('orders').waitFor();
  const now = Date.now();
  await page.clock.setFixedTime(now);
  for (let minute = 50; minute >= 0; minute -= 1)
    use('orders', { db_memory_threshold: Math.round((1.05 - minute / 100) * GIB) }, now - minute * MINUTE_MS);
  await row('orders').getByRole('link').click();
  const chart: Locator = details.getByRole('slider', { name: 'Memory over time' });
  await chart.waitFor();
  return {
    page,
    async reopen(media) {
      await page.emulateMedia(media);
      await page.reload();
      await chart.waitFor();
    },
    async take() {
      await page.mouse.move(0, 0);
      return decodeImage(page.context(), await chart.screenshot());
    },
  };
}

/** Resolves a colour on the canvas of the page. It is not forced, and the highlight of some systems is translucent. */
function colourOf(page: Page, value: string): Promise<Colour> {
  return page.evaluate((css) => {
    const probe = document.createElement('i');
    probe.style.cssText = `transition: none !important; forced-color-adjust: none; color: ${css}; background: Canvas`;
    document.body.append(probe);
    const drawing = new OffscreenCanvas(1, 1).getContext('2d');
    if (drawing === null) throw new Error('The browser has no 2D canvas.');
    const { backgroundColor, color } = getComputedStyle(probe);
    for (const layer of [backgroundColor, color]) {
      drawing.fillStyle = layer;
      drawing.fillRect(0, 0, 1, 1);
    }
    probe.remove();
    return [...drawing.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  }, value);
}

describe.runIf(inject('hasChromium')).each(['light', 'dark'] as const)('a chart in the %s scheme', (colorScheme) => {
  const otherScheme = colorScheme === 'light' ? 'dark' : 'light';

  it('has the same pixels with reduced motion, also after a change of the scheme', async () => {
    const { page, reopen, take } = await openChart();
    await reopen({ colorScheme, reducedMotion: 'no-preference' });
    const usual = await take();
    expect(shareOf(usual, await colourOf(page, 'var(--accent-soft)'))).toBeGreaterThan(0.2);
    expect(shareOf(usual, await colourOf(page, 'var(--accent)'))).toBeGreaterThan(0.002);
    await reopen({ colorScheme, reducedMotion: 'reduce' });
    expect(differenceOf(usual, await take())).toBeLessThan(0.001);
    await reopen({ colorScheme: otherScheme, reducedMotion: 'reduce' });
    expect(differenceOf(usual, await take())).toBeGreaterThan(0.5);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect.poll(async () => differenceOf(usual, await take())).toBeLessThan(0.001);
  });

  it('has the colours of the system when they are forced, also while it is open', async () => {
    const { page, reopen, take } = await openChart();
    await reopen({ colorScheme, forcedColors: 'none' });
    const usual = await take();
    await reopen({ colorScheme, forcedColors: 'active' });
    const forced = await take();
    const share = async (colour: string): Promise<number> => shareOf(forced, await colourOf(page, colour));
    expect(await share('Canvas')).toBeGreaterThan(0.2);
    expect(await share('color-mix(in srgb, Highlight 20%, Canvas)')).toBeGreaterThan(0.2);
    expect(await share('Highlight')).toBeGreaterThan(0.002);
    expect(await share('CanvasText')).toBeGreaterThan(0.005);
    expect(await share('CanvasText')).toBeLessThan(0.1);
    await page.emulateMedia({ colorScheme, forcedColors: 'none' });
    await expect.poll(async () => differenceOf(usual, await take())).toBeLessThan(0.001);
    await page.emulateMedia({ colorScheme, forcedColors: 'active' });
    await expect.poll(async () => differenceOf(forced, await take())).toBeLessThan(0.001);
  });
});
