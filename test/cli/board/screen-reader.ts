/** What a person sees of what is written to a terminal: the lines on its screen. */
export interface ScreenReader {
  read(written: string): string[];
}

/** Knows what the board writes: lines at their places, and the clearing of all. */
export function createScreenReader(): ScreenReader {
  let lines: string[] = [];
  return {
    read(written) {
      for (const [, clearing, row, text = ''] of written.matchAll(
        /(\u001b\[2J)|\u001b\[(\d+);1H(.*?)(?=\u001b\[K|\u001b\[\d+;1H|\u001b\[\?2026l|$)/gs,
      )) {
        if (clearing !== undefined) lines = [];
        else lines[Number(row) - 1] = text;
      }
      return Array.from(lines, (line = '') => line);
    },
  };
}
