import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { root } from '../docs/root.js';

const KEPT = join(root, 'test/prove/screenshots');
const CHANGED = join(root, 'node_modules/.cache/screenshots');

/** Text is drawn a little differently by each version of the browser. */
const MAX_CHANGED_SHARE = 0.002;
/** Parts of the page load after it is first shown. */
const LOADING_MS = 5000;

/** Whether the pictures are taken again. */
export const isTaking = process.env['FLEETGLASS_PICTURES'] !== undefined;
const RETAKE = 'If the change is wanted, run: FLEETGLASS_PICTURES=1 npm run prove -- --quick prove/page';

/** Compares a page with its kept picture until `endMs`, or takes the picture. If they differ, the difference is saved. */
export async function expectPicture(page: Page, name: string, endMs = performance.now() + LOADING_MS): Promise<void> {
  const kept = join(KEPT, `${name}.png`);
  const now = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  if (isTaking) return save(kept, now);
  const before = await readFile(kept).catch(() => undefined);
  if (before === undefined) return expect.fail(`There is no picture ${kept}. ${RETAKE}`);
  const { share, picture } = await differenceOf(page, before, now);
  if (share <= MAX_CHANGED_SHARE) return undefined;
  if (performance.now() < endMs) return expectPicture(page, name, endMs);
  const changed = join(CHANGED, `${name}.png`);
  await save(changed, now);
  const difference = join(CHANGED, `${name}-difference.png`);
  await save(difference, Buffer.from(picture, 'base64'));
  const percent = (share * 100).toFixed(2);
  return expect.fail(`${percent} % of the pixels of ${name} changed. See ${difference} and ${changed}. ${RETAKE}`);
}

async function save(path: string, content: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

/** Compares two pictures in a page of the browser: the share of changed pixels, and a PNG in which they are red. */
async function differenceOf(page: Page, before: Buffer, now: Buffer) {
  const blank = await (await page.context().browser()?.newContext())?.newPage();
  if (blank === undefined) throw new Error('The browser has ended.');
  const urls = [before, now].map((png) => `data:image/png;base64,${png.toString('base64')}`);
  const result = await blank.evaluate(async (sources) => {
    const images = await Promise.all(
      sources.map(async (src) => {
        const image = new Image();
        image.src = src;
        await image.decode();
        return image;
      }),
    );
    const width = Math.max(...images.map((image) => image.width));
    const height = Math.max(...images.map((image) => image.height));
    const [old, current] = images.map((image) => {
      const context2d = new OffscreenCanvas(width, height).getContext('2d');
      context2d?.drawImage(image, 0, 0);
      return context2d?.getImageData(0, 0, width, height);
    });
    if (old === undefined || current === undefined) throw new Error('The browser has no canvas.');
    let changed = 0;
    for (let at = 0; at < old.data.length; at += 4) {
      const distance = Math.max(
        ...[0, 1, 2].map((n) => Math.abs((old.data[at + n] ?? 0) - (current.data[at + n] ?? 0))),
      );
      const isChanged = distance > 48;
      if (isChanged) changed += 1;
      current.data.set(isChanged ? [255, 0, 0, 255] : [...current.data.slice(at, at + 3), 60], at);
    }
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    canvas.getContext('2d')?.putImageData(current, 0, 0);
    return { share: changed / (width * height), picture: canvas.toDataURL().split(',')[1] ?? '' };
  }, urls);
  await blank.context().close();
  return result;
}
