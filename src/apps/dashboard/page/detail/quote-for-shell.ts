/** Quotes a text as one word of a POSIX shell command. */
export function quoteForShell(text: string): string {
  return /^[\w.-]+$/.test(text) && !text.startsWith('-') ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
