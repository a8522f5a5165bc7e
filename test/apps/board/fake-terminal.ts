import { PassThrough } from 'node:stream';

/** More than a test writes, so that a read returns all output. */
const CAPACITY = 2 ** 24;

/** A terminal that records its output. */
export function createFakeTerminal(columns: number, rows: number) {
  const stream = Object.assign(new PassThrough({ encoding: 'utf8', highWaterMark: CAPACITY }), {
    columns,
    rows,
    isTTY: true,
  });
  return {
    stream: stream as unknown as NodeJS.WriteStream,
    /** Returns the output since the last call. */
    written: () => (stream.read() as string | null) ?? '',
    resize(columns: number, rows: number): void {
      Object.assign(stream, { columns, rows });
      stream.emit('resize');
    },
  };
}

const CSI = '\u001b[';

/**
 * Interprets the output for a terminal as the lines on its screen. Understands the codes that the board writes without
 * colours: lines with positions, and clearing the screen.
 */
export function createScreenReader() {
  let lines: string[] = [];
  return {
    read(written: string): string[] {
      for (const sequence of written.split(CSI).slice(1)) {
        const [, row = '1', text = ''] = /^(\d+);1H(.*)$/s.exec(sequence) ?? [];
        if (sequence === '2J') lines = [];
        else if (sequence.includes(';1H')) lines[Number(row) - 1] = text;
        // An unknown code becomes a line, so that a test sees it.
        else if (!['K', '?2026h', '?2026l', '?1049h', '?25l'].includes(sequence)) lines.push(sequence);
      }
      return Array.from({ length: lines.length }, (_, at) => lines[at] ?? '');
    },
  };
}
