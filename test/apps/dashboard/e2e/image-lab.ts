import type { BrowserContext } from 'playwright';

/** A colour: red, green and blue from 0 to 255. */
export type Colour = readonly number[];

/** Compares screenshots. Their pixels stay in the browser. */
export type ImageLab = Awaited<ReturnType<typeof openImageLab>>;

declare global {
  var images: ImageData[] | undefined;
}

/** Smoothed edges may differ a little between two drawings. */
const TOLERANCE = 12;

/** Opens a lab in an empty tab: the dashboard's security policy does not hold there. */
export async function openImageLab(context: BrowserContext) {
  const tab = await context.newPage();
  return {
    /** Decodes a PNG. @returns the number of the image */
    add: (png: Buffer): Promise<number> =>
      tab.evaluate(async (base64) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const image = await createImageBitmap(new Blob([bytes]));
        const { width, height } = image;
        const drawing = new OffscreenCanvas(width, height).getContext('2d');
        if (drawing === null) throw new Error('The browser has no 2D canvas.');
        drawing.drawImage(image, 0, 0);
        return (globalThis.images ??= []).push(drawing.getImageData(0, 0, width, height)) - 1;
      }, png.toString('base64')),
    /** The share of the pixels that have a colour, from 0 to 1. */
    shareOf: (image: number, colour: Colour): Promise<number> =>
      tab.evaluate(
        ([at, wanted, tolerance]) => {
          const { data = new Uint8ClampedArray() } = globalThis.images?.[at] ?? {};
          let matching = 0;
          for (let pixel = 0; pixel < data.length; pixel += 4)
            if (wanted.every((value, channel) => Math.abs(value - (data[pixel + channel] ?? 0)) <= tolerance))
              matching += 1;
          return matching / (data.length / 4);
        },
        [image, colour, TOLERANCE] as const,
      ),
    /** The share of the pixels that differ, from 0 to 1. Images of different sizes differ everywhere. */
    differenceOf: (one: number, other: number): Promise<number> =>
      tab.evaluate(
        ([first, second, tolerance]) => {
          const [a, b] = [globalThis.images?.[first], globalThis.images?.[second]];
          if (a === undefined || b === undefined || a.width !== b.width || a.height !== b.height) return 1;
          let different = 0;
          for (let pixel = 0; pixel < a.data.length; pixel += 4)
            if ([0, 1, 2].some((at) => Math.abs((a.data[pixel + at] ?? 0) - (b.data[pixel + at] ?? 0)) > tolerance))
              different += 1;
          return different / (a.data.length / 4);
        },
        [one, other, TOLERANCE] as const,
      ),
    close: (): Promise<void> => tab.close(),
  };
}
