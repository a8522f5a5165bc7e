import stringWidth from 'fast-string-width';

/** Returns the lines that are wider than `columns` or contain control characters. */
export function brokenLines(text: string, columns: number): string[] {
  return text.split('\n').filter((line) => /\p{Cc}/u.test(line) || stringWidth(line) > columns);
}
