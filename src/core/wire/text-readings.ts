/** A text without these characters has no escapes. */
const MAY_ESCAPE = /[%\\&]/;

/**
 * Lists the text itself, and the text with escapes of one or two kinds decoded. The kinds are URLs, JSON and program
 * code, and HTML.
 */
export function readingsOf(text: string): readonly string[] {
  if (!MAY_ESCAPE.test(text)) return [text];
  const once = READERS.map((read) => read(text));
  const twice = once.flatMap((reading) => (reading === text ? [] : READERS.map((read) => read(reading))));
  return [...new Set([text, ...once, ...twice])];
}

// Each in one pass: the character that an escape stands for may look like the beginning of another escape.
const READERS: readonly ((text: string) => string)[] = [
  (text) => text.replace(/(?:%[0-9a-f]{2})+/gi, percentDecoded),
  unescaped,
  // In JSON, wrapped Base64 contains escaped line breaks.
  (text) => unescaped(text.replace(/\\[bfnrtv]/g, ' ')),
  (text) =>
    text.replace(
      /&(?:#x([0-9a-f]{1,6});?|#(\d{1,7});?|(quot|lt|gt|amp);?|([a-z]{2,16});)/gi,
      (_, hex?: string, decimal?: string, legacy?: string, name = legacy) =>
        name === undefined ? character(hex, 16) + character(decimal, 10) : (NAMED.get(name.toLowerCase()) ?? ' '),
    ),
];

/** The characters that the escapes of JSON and program code stand for. */
function unescaped(text: string): string {
  return text.replace(
    /\\(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2})|([0-3][0-7]{0,2}|[4-7][0-7]?)|([^u]))/gi,
    (_, point?: string, unit?: string, byte?: string, octal?: string, itself = '') =>
      itself + character(octal, 8) + character(point ?? unit ?? byte, 16),
  );
}

/** Other named characters are read as a space: the search for secrets ignores punctuation. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['quot', '"'],
  ['apos', "'"],
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
]);

function character(digits: string | undefined, radix: number): string {
  const code = digits === undefined ? Number.NaN : Number.parseInt(digits, radix);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
}

/** Decodes percent escapes as UTF-8, or as Latin-1 if the bytes are not UTF-8. */
function percentDecoded(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes.replace(/%(..)/g, (_, byte: string) => character(byte, 16));
  }
}
