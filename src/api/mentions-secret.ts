/** Shorter ones are a part of innocent words: they count only where they stand alone. */
const LONG_SECRET = 8;

/**
 * Whether `text` holds `secret`: as it is, inside a longer word, in another case, broken by spaces or invisible
 * characters, or escaped for a URL, JSON or HTML, up to twice over. Takes time in proportion to the text.
 */
export function mentionsSecret(text: string, secret: string): boolean {
  const found = readings(text);
  if (secret.length < LONG_SECRET) return found.some((reading) => standsAlone(reading, secret));
  if (found.some((reading) => reading.includes(secret))) return true;
  // The secret is read like the text: what looks like an escape in it was taken for one there.
  const sought = readings(secret)
    .map(fold)
    .filter((folded) => folded.length >= LONG_SECRET);
  return found.map(fold).some((folded) => sought.some((piece) => folded.includes(piece)));
}

/** The text, and what it says to a reader who takes one escape, or two, for what they stand for. */
function readings(text: string): string[] {
  const once = unescaped(text);
  return once === text ? [text] : [text, once, unescaped(once)];
}

function unescaped(text: string): string {
  return text
    .replace(/(?:%[0-9a-f]{2})+/gi, percentDecoded)
    .replace(/\\u([0-9a-f]{4})/gi, (_, digits: string) => character(Number.parseInt(digits, 16)))
    .replace(/\\([^u])/g, '$1')
    .replace(/&#x([0-9a-f]{1,6});/gi, (_, digits: string) => character(Number.parseInt(digits, 16)))
    .replace(/&#(\d{1,7});/g, (_, digits: string) => character(Number(digits)))
    .replace(/&(quot|apos|lt|gt|amp);/gi, (_, name: string) => ENTITIES[name.toLowerCase()] ?? '');
}

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' };

function character(code: number): string {
  return code > 0x10_ff_ff ? '' : String.fromCodePoint(code);
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
  return (
    secret !== '' &&
    text
      .split(secret)
      .some(
        (after, at, parts) => at > 0 && !/^[\p{L}\p{N}]/u.test(after) && !/[\p{L}\p{N}]$/u.test(parts[at - 1] ?? ''),
      )
  );
}
