import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { scaled } from '../../../support/scale.js';
import { useBrowser } from './browser.js';
import { openImageLab, type Colour, type ImageLab } from './image-lab.js';
import { useDashboard } from './open-dashboard.js';

const harness = useBrowser();

const MINUTE_MS = 60_000;
const GIB = 1024 ** 3;

type Media = NonNullable<Parameters<Page['emulateMedia']>[0]>;

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

describe.runIf(inject('hasChromium'))('a chart', () => {
  const opened = useDashboard(harness);
  let lab: ImageLab;

  const chart = () => opened().details.getByRole('slider', { name: 'Memory over time' });

  /** Shows the chart of a memory use that grows beyond its limit. The time on the page stands still. */
  beforeAll(async () => {
    const { page, row, use } = opened();
    await row('orders').waitFor();
    const now = Date.now();
    await page.clock.setFixedTime(now);
    for (let minute = 50; minute >= 0; minute -= 1)
      use('orders', { db_memory_threshold: Math.round((1.05 - minute / 100) * GIB) }, now - minute * MINUTE_MS);
    await row('orders').getByRole('link').click();
    await chart().waitFor();
    lab = await openImageLab(page.context());
  });
  afterAll(() => lab.close());

  /** Opens the page again with these media features. */
  async function reopen(media: Media): Promise<void> {
    const { page } = opened();
    await page.emulateMedia(media);
    await page.reload();
    await chart().waitFor();
  }

  /** Takes a screenshot of the chart. */
  async function take(): Promise<number> {
    await opened().page.mouse.move(0, 0);
    return lab.add(await chart().screenshot());
  }

  const shareOf = async (image: number, colour: string): Promise<number> =>
    lab.shareOf(image, await colourOf(opened().page, colour));

  const schemes = scaled({ short: ['dark'] as const, long: ['light', 'dark'] as const });

  it.each(schemes)('in the %s scheme has the same pixels with reduced motion', async (colorScheme) => {
    const { page } = opened();
    await reopen({ colorScheme, reducedMotion: 'no-preference', forcedColors: 'none' });
    const usual = await take();
    expect(await shareOf(usual, 'color-mix(in oklab, var(--exceeded) 14%, var(--surface))')).toBeGreaterThan(0.2);
    expect(await shareOf(usual, 'var(--exceeded)')).toBeGreaterThan(0.002);
    await reopen({ colorScheme, reducedMotion: 'reduce' });
    expect(await lab.differenceOf(usual, await take())).toBeLessThan(0.001);
    await reopen({ colorScheme: colorScheme === 'light' ? 'dark' : 'light', reducedMotion: 'reduce' });
    expect(await lab.differenceOf(usual, await take())).toBeGreaterThan(0.5);
    // Also after a change of the scheme.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect.poll(async () => lab.differenceOf(usual, await take())).toBeLessThan(0.001);
  });

  it.each(schemes)('in the %s scheme has the colours of the system when they are forced', async (colorScheme) => {
    const { page } = opened();
    await reopen({ colorScheme, forcedColors: 'none' });
    const usual = await take();
    await reopen({ colorScheme, forcedColors: 'active' });
    const forced = await take();
    expect(await shareOf(forced, 'Canvas')).toBeGreaterThan(0.2);
    expect(await shareOf(forced, 'color-mix(in oklab, Highlight 14%, Canvas)')).toBeGreaterThan(0.2);
    expect(await shareOf(forced, 'Highlight')).toBeGreaterThan(0.002);
    expect(await shareOf(forced, 'CanvasText')).toBeGreaterThan(0.005);
    expect(await shareOf(forced, 'CanvasText')).toBeLessThan(0.1);
    const period = opened().details.getByText('1 h', { exact: true });
    expect(await period.evaluate((one) => getComputedStyle(one).textDecorationLine)).toBe('underline');
    // Also while it is open.
    await page.emulateMedia({ colorScheme, forcedColors: 'none' });
    await expect.poll(async () => lab.differenceOf(usual, await take())).toBeLessThan(0.001);
    await page.emulateMedia({ colorScheme, forcedColors: 'active' });
    await expect.poll(async () => lab.differenceOf(forced, await take())).toBeLessThan(0.001);
  });
});
