import type { BrowserContext } from 'playwright';

/** The pixels of a screenshot, as red, green, blue and alpha. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: readonly number[];
}

/** Decodes a PNG. The browser does it, in an empty tab: the dashboard's security policy does not hold there. */
export async function decodeImage(context: BrowserContext, png: Buffer): Promise<Pixels> {
  const tab = await context.newPage();
  try {
    return await tab.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes]));
      const { width, height } = image;
      const drawing = new OffscreenCanvas(width, height).getContext('2d');
      if (drawing === null) throw new Error('The browser has no 2D canvas.');
      drawing.drawImage(image, 0, 0);
      return { width, height, data: [...drawing.getImageData(0, 0, width, height).data] };
    }, png.toString('base64'));
  } finally {
    await tab.close();
  }
}

/** A colour: red, green and blue from 0 to 255. */
export type Colour = readonly number[];

/** The share of the pixels that have a colour, from 0 to 1. */
export function shareOf(pixels: Pixels, colour: Colour): number {
  return shareWhere(pixels, (at) => isNear(pixels.data.slice(at, at + 3), colour));
}

/** The share of the pixels that differ between two images, from 0 to 1. Images of different sizes differ everywhere. */
export function differenceOf(one: Pixels, other: Pixels): number {
  if (one.width !== other.width || one.height !== other.height) return 1;
  return shareWhere(one, (at) => !isNear(one.data.slice(at, at + 3), other.data.slice(at, at + 3)));
}

function shareWhere({ width, height }: Pixels, matches: (at: number) => boolean): number {
  const count = width * height;
  let matching = 0;
  for (let pixel = 0; pixel < count; pixel += 1) if (matches(pixel * 4)) matching += 1;
  return matching / count;
}

/** Smoothed edges may differ a little between two drawings. */
const TOLERANCE = 12;

function isNear(one: Colour, other: Colour): boolean {
  return one.every((value, channel) => Math.abs(value - (other[channel] ?? 0)) <= TOLERANCE);
}
