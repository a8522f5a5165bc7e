/** A text as one word of a shell's command line. */
export function shellWord(text: string): string {
  return /^[\w.-]+$/.test(text) && !text.startsWith('-') ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
