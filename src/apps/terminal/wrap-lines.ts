import { wrapText } from './wrap-text.js';

/** Breaks the lines of a text that are too long, between words; of a line in two columns, the second one. */
export function wrapLines(text: string, columns: number): string {
  return text
    .split('\n')
    .flatMap((line) => (line.length > columns ? wrapBelow(line, columns) : [line]))
    .join('\n');
}

function wrapBelow(line: string, columns: number): string[] {
  const [start = ''] = /^ *(?:\S+(?: \S+)* {2,}(?=\S))?/.exec(line) ?? [];
  const [first = '', ...others] = wrapText(line.slice(start.length), columns - start.length);
  return [start + first, ...others.map((other) => ' '.repeat(start.length) + other)];
}
