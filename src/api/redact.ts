const MAX_CHARACTERS = 200;

/** What looks like a credential, whoever's it is: `Basic …`, `Bearer …`, `password=…`, `//user:password@`. */
const LOOKS_SECRET = [
  /\b(?:basic|bearer)\s+\S+/gi,
  /[\w-]*(?:password|passwd|secret|token|authorization)["']?\s*[:=]\s*(?:"[^"]*"|'[^']*'|\S+)/gi,
  /\/\/[^\s/@]+@/g,
];

/**
 * Makes a text that the service sent fit to be shown: without the given secrets in any of their usual encodings,
 * without what looks like a credential, without control characters, and cut to 200 characters.
 */
export function redact(text: string, secrets: readonly string[]): string {
  let safe = text;
  for (const secret of secrets.flatMap(encodings)) safe = safe.replaceAll(secret, '[redacted]');
  for (const pattern of LOOKS_SECRET) safe = safe.replace(pattern, '[redacted]');
  // Control and format characters could forge lines of a log, or hide text on a terminal.
  safe = safe.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const characters = [...safe.slice(0, 4 * MAX_CHARACTERS)];
  return characters.length > MAX_CHARACTERS ? `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…` : characters.join('');
}

function encodings(secret: string): string[] {
  if (secret === '') return [];
  const forms = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
  // The longest first: a shorter one may be a part of it.
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}
