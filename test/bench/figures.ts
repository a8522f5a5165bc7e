/**
 * Finds the tables that the bench prints, in its output or in a page: a title, and below it the rows, which are indented.
 * Returns the lines of each table by its title.
 */
function tablesIn(text: string): ReadonlyMap<string, readonly string[]> {
  const blocks = text
    .replaceAll('```text\n', '\n')
    .replaceAll('```', '\n')
    .split(/\n\s*\n/);
  const tables = blocks
    .map((block) => block.split('\n').filter((line) => line.trim() !== ''))
    .filter(
      ([title = '', ...rows]) => /^\S/.test(title) && rows.length > 0 && rows.every((row) => row.startsWith('  ')),
    );
  return new Map(tables.map((lines) => [lines[0] ?? '', lines]));
}

/** Replaces the tables of a page by the tables with the same titles. */
export function replaceTables(page: string, output: string): string {
  const measured = tablesIn(output);
  let replaced = page;
  for (const [title, lines] of tablesIn(page)) {
    replaced = replaced.replace(lines.join('\n'), () => (measured.get(title) ?? lines).join('\n'));
  }
  return replaced;
}

/** The line above the tables of a workload. */
export const headingOf = (workload: string): string => `Workload: ${workload}`;

export function byWorkload(output: string): ReadonlyMap<string, string> {
  const [, ...parts] = output.split(new RegExp(`^${headingOf('(.+)')}$`, 'm'));
  return new Map(parts.flatMap((name, at) => (at % 2 === 0 ? [[name, parts[at + 1] ?? '']] : [])));
}

/** A ratio of fleetglass: in which table, in which row, at which place of the row. */
export interface Ratio {
  readonly where: string;
  readonly ratio: number;
  /** Whether it is a ratio of requests or polls per second, where more is better. All other ratios compare costs. */
  readonly isRate: boolean;
}

/**
 * The ratios in the rows of fleetglass. Those of other libraries vary more, and say nothing about fleetglass. Growth is left
 * out: the growth of the floor differs as much between machines.
 */
export function ownRatios(text: string): readonly Ratio[] {
  return [...tablesIn(text)].flatMap(([title, [, head = '', ...rows]]) =>
    rows
      // Without the lines that say whether a target is met.
      .filter((row) => /^ {2}(?:fleetglass|createFleet|createPooledFetch)\b(?!.*: (?:met|missed))/.test(row))
      .flatMap((row) => {
        const [label = ''] = row.trim().split(/ {2,}/);
        // A target, as in `≤ 1.70 ×`, is not measured.
        const figures = [...row.matchAll(/(?<![≤≥] )(?<=\s)([\d,.]+) ×/g)];
        return (head.includes('growth') ? figures.slice(0, -1) : figures).map(([, digits = ''], place) => ({
          where: `${title}: ${label}, ratio ${place + 1}`,
          ratio: Number(digits.replaceAll(',', '')),
          isRate: place === 0 && /^ +(?:requests|polls)\/s/.test(head),
        }));
      }),
  );
}
