import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';

export const pictureFolder = fileURLToPath(new URL('../../../../docs/images/', import.meta.url));

/** The words of each picture when it was taken. */
const file = new URL('../../../../docs/images/words.json', import.meta.url);

type Words = Readonly<Record<string, readonly string[]>>;

export async function savedWords(): Promise<Words> {
  return JSON.parse(await readFile(file, 'utf8')) as Words;
}

export async function saveWords(name: string, words: readonly string[]): Promise<void> {
  const all = { ...(await savedWords().catch(() => ({}))), [name]: words };
  const sorted = Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => a.localeCompare(b)));
  await writeFile(file, `${JSON.stringify(sorted, null, 2)}\n`);
}

/** Words that depend on the moment at which a picture is taken. */
const MOMENTARY = new Set(['ago', 'am', 'in', 'just', 'min', 'now', 'pm', 'trying']);

/** The dates that times of another day have: `29 Nov`. */
const DATE = /\b\d+ (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept|Oct|Nov|Dec)\b/g;

/** Lists the words that a page shows, each once. Ids, numbers and times are no words. */
export async function wordsOn(page: Page): Promise<readonly string[]> {
  const shown = await page.evaluate(() => {
    // Texts only for screen readers are in no picture.
    for (const one of document.querySelectorAll<HTMLElement>('.visually-hidden')) one.hidden = true;
    return document.body.innerText;
  });
  const text = shown.replaceAll(/\b(?:local-[\da-f]{8}|[\da-f]{8}(?:-[\da-f]{4}|…)\S*)/g, '').replaceAll(DATE, '');
  const words = (text.match(/[\p{L}\d]+/gu) ?? []).filter((word) => /^\p{L}{2,}$/u.test(word));
  return [...new Set(words.map((word) => word.toLowerCase()))].filter((word) => !MOMENTARY.has(word)).toSorted();
}
