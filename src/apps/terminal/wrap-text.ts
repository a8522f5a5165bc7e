import { wrapAnsi } from 'fast-wrap-ansi';

/** Breaks printable text into lines of at most so many terminal columns, between words where it can. */
export function wrapText(text: string, columns: number): string[] {
  return Number.isFinite(columns) ? wrapAnsi(text, Math.max(1, columns), { hard: true }).split('\n') : [text];
}
