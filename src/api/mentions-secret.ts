/** Shorter ones are a part of innocent words: they count only where they stand alone. */
const LONG_SECRET = 8;

/**
 * Whether `text` holds any of `secrets`: as it is, inside a longer word, in another case, broken by spaces or invisible
 * characters, or escaped for a URL, JSON or HTML, up to twice over. Takes time in proportion to the text.
 */
export function mentionsSecret(text: string, secrets: readonly string[]): boolean {
  if (secrets.length === 0) return false;
  const found = readings(text);
  const folded = found.map(fold);
  return secrets.some((secret) => {
    if (secret.length < LONG_SECRET) return found.some((reading) => standsAlone(reading, secret));
    if (found.some((reading) => reading.includes(secret))) return true;
    const letters = fold(secret);
    return letters.length >= LONG_SECRET && folded.some((reading) => reading.includes(letters));
  });
}

/** The text, and what it says to a reader who takes its escapes of one kind, or of two, for what they stand for. */
function readings(text: string): string[] {
  const once = READERS.map((read) => read(text));
  const twice = once.flatMap((reading) => READERS.map((read) => read(reading)));
  return [...new Set([text, ...once, ...twice])];
}

// Each in one pass: what an escape stands for may look like another one, and is not.
const READERS: readonly ((text: string) => string)[] = [
  (text) => text.replace(/(?:%[0-9a-f]{2})+/gi, percentDecoded),
  (text) =>
    text.replace(/\\(?:u([0-9a-f]{4})|([^u]))/gi, (_, hex?: string, itself = '') => itself + character(hex, 16)),
  (text) =>
    text.replace(
      /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(quot|apos|lt|gt|amp));/gi,
      (_, hex?: string, decimal?: string, name = '') =>
        (NAMED[name.toLowerCase()] ?? '') + character(hex, 16) + character(decimal, 10),
    ),
];

const NAMED: Readonly<Record<string, string>> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' };

function character(digits: string | undefined, radix: number): string {
  const code = digits === undefined ? Number.NaN : Number.parseInt(digits, radix);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
}

function percentDecoded(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes;
  }
}

/** Letters and digits alone, in one case. */
function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

function standsAlone(text: string, secret: string): boolean {
  const isWord = (character = ''): boolean => /[\p{L}\p{N}]/u.test(character);
  return (
    secret !== '' &&
    text.split(secret).some((after, at, parts) => at > 0 && !isWord(after[0]) && !isWord(parts[at - 1]?.at(-1)))
  );
}
