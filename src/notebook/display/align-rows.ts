/**
 * Aligns rows of printable texts as lines of a fixed-width font, two spaces between the columns.
 *
 * @param sides the side to which each column is aligned
 */
export function alignRows(rows: readonly (readonly string[])[], sides: readonly ('left' | 'right')[]): string[] {
  const widths = sides.map((_, at) => rows.reduce((widest, row) => Math.max(widest, lengthOf(row[at] ?? '')), 0));
  return rows.map((row) =>
    sides
      .map((side, at) => {
        const text = row[at] ?? '';
        const space = ' '.repeat((widths[at] as number) - lengthOf(text));
        return side === 'right' ? space + text : text + space;
      })
      .join('  ')
      .trimEnd(),
  );
}

function lengthOf(text: string): number {
  return [...text].length;
}
