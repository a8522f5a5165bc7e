/** A cell of CSV (RFC 4180). An empty text is quoted, so that it differs from an absent value. */
export function csvCell(text: string): string {
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Adds an apostrophe to a text that a spreadsheet would run as a formula. */
export function withoutFormula(text: string): string {
  return /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
}
