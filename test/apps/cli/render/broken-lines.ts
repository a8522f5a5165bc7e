import stringWidth from 'fast-string-width';

/** The lines of a text that a terminal of so many columns would break, or that hold what it would obey. */
export function brokenLines(text: string, columns: number): string[] {
  return text.split('\n').filter((line) => /\p{Cc}/u.test(line) || stringWidth(line) > columns);
}
