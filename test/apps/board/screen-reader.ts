/** What a person sees of what is written to a terminal: the lines on its screen. */
export interface ScreenReader {
  read(written: string): string[];
}

const CSI = '\u001b[';

/** Knows what the board writes without colours: lines at their places, and the clearing of all. */
export function createScreenReader(): ScreenReader {
  let lines: string[] = [];
  return {
    read(written) {
      for (const sequence of written.split(CSI).slice(1)) {
        const [, row = '1', text = ''] = /^(\d+);1H(.*)$/s.exec(sequence) ?? [];
        if (sequence === '2J') lines = [];
        else if (sequence.includes(';1H')) lines[Number(row) - 1] = text;
        // Anything that the board does not write is to be seen.
        else if (!['K', '?2026h', '?2026l', '?1049h', '?25l'].includes(sequence)) lines.push(sequence);
      }
      return Array.from({ length: lines.length }, (_, at) => lines[at] ?? '');
    },
  };
}
