import { parseJson } from '../../core/wire/parse-json.js';
import { checksumOf } from './store-file.js';

/**
 * One line of a journal. It stores or deletes a value, or is the first line of a file, or is of a kind that only a
 * newer version knows.
 */
export interface JournalLine {
  /** The generation of the file. Each rewriting of the journal begins the next one. */
  readonly generation: number;
  /** The number of the line in its generation. The first line of a file has the number 0. */
  readonly line: number;
  /** The number of the last line of the batch. The lines of a batch count only together. */
  readonly end: number;
  /** The format of the directory, in the first line of a file. */
  readonly format?: number;
  /** Absent in a line that is no value. */
  readonly key?: string;
  /** Absent in a line that deletes the value. */
  readonly text?: string;
}

const PREFIX = '{"sum":"';
const SUM_END = PREFIX.length + 8;

/** The text of a line, with its checksum first: `{"sum":"1b2c3d4e","generation":1,"line":7,"key":"id/a","text":"{}"}`. */
export function formatLine({ generation, line, end, ...rest }: JournalLine): string {
  const facts = JSON.stringify({ generation, line, ...(end !== line && { end }), ...rest });
  const tail = `",${facts.slice(1)}`;
  return `${PREFIX}${checksumOf(tail)}${tail}\n`;
}

/** Formatting so many lines takes some milliseconds. A large fleet has 100,000. */
const LINES_PER_TURN = 5000;

/** The content of a file with these lines, numbered from 0. Yields to the event loop between parts of the lines. */
export async function formatJournal(generation: number, lines: Iterable<Partial<JournalLine>>): Promise<string> {
  const texts: string[] = [];
  for (const line of lines) {
    texts.push(formatLine({ ...line, generation, line: texts.length, end: texts.length }));
    if (texts.length % LINES_PER_TURN === 0) await new Promise<void>((resolve) => setImmediate(resolve));
  }
  return texts.join('');
}

function parseLine(text: string): JournalLine | undefined {
  if (!text.startsWith(PREFIX) || text.slice(PREFIX.length, SUM_END) !== checksumOf(text.slice(SUM_END)))
    return undefined;
  const facts = parseJson(`{${text.slice(SUM_END + 2)}`) as Omit<JournalLine, 'end'> | undefined;
  return facts && { end: facts.line, ...facts };
}

/** The content of one of the two files of a journal. */
export interface JournalFile {
  /** The undamaged lines of the generation, by their numbers. */
  readonly lines: ReadonlyMap<number, JournalLine>;
  /** 0 without any undamaged line. */
  readonly generation: number;
  /** The number of the last undamaged line; -1 without one. */
  readonly last: number;
  /** Whether a line is damaged or missing before the last undamaged one. */
  readonly hasGap: boolean;
  /** Whether a complete line after the last undamaged one is damaged. */
  readonly hasDamagedEnd: boolean;
  /** Whether the file ends within a line: a process may have ended while it wrote the line. */
  readonly isTorn: boolean;
}

export function parseJournal(content: string): JournalFile {
  const texts = content.split('\n');
  const isTorn = texts.pop() !== '';
  const parsed = texts.map(parseLine);
  const lastAt = parsed.findLastIndex((each) => each !== undefined);
  const { generation = 0, line: last = -1 } = parsed[lastAt] ?? {};
  // Lines of another generation show that a part of the file was replaced.
  const lines = new Map<number, JournalLine>();
  for (const each of parsed) if (each?.generation === generation) lines.set(each.line, each);
  const hasGap = lines.size !== last + 1 || lastAt !== last;
  return { lines, generation, last, hasGap, hasDamagedEnd: lastAt + 1 < parsed.length, isTorn };
}

export type MergedJournal = ReturnType<typeof mergeJournals>;

/**
 * Merges the two files of a journal. A line is written and synced to the first file before it is written to the second.
 * So a process that ends can leave the first file torn, or the second torn and behind the first. All else is damage.
 *
 * @param known a line that the journal is known to have had.
 */
export function mergeJournals(
  first: JournalFile,
  second: JournalFile,
  known: { readonly generation: number; readonly line: number },
) {
  const generation = Math.max(first.generation, second.generation);
  const ifNewest = (file: JournalFile): JournalFile => (file.generation === generation ? file : NO_FILE);
  const [one, two] = [ifNewest(first), ifNewest(second)];
  const end = Math.max(one.last, two.last);
  const all = one === two ? one.lines : new Map([...two.lines, ...one.lines]);
  const lines = [...all.values()].sort((a, b) => a.line - b.line);
  // The first line of a file, number 0, holds no value.
  let lost = Math.max(end, 0) - lines.filter(({ line }) => line > 0).length;
  lost += dropUnacknowledged(lines, one, two);
  const last = lines.at(-1)?.line ?? 0;
  // If the other file has more lines, it also has the lines of the damaged end.
  const isEndDamaged = [one, two].some((file) => file.hasDamagedEnd && file.last === end);
  if (known.generation === generation) lost = Math.max(lost, lost + known.line - last);
  if (isEndDamaged || known.generation > generation) lost = Math.max(lost, 1);
  const isEmpty = end < 0;
  const isRepaired = [one, two].some((file) => file.hasGap || file.hasDamagedEnd || (file.last < 0 && !isEmpty));
  const isTorn = first.isTorn || second.isTorn;
  return {
    generation,
    /** In the order of their numbers. */
    lines,
    last,
    /** The least number of acknowledged lines that neither file has. */
    lost,
    /** Whether one file has lost lines that the other file has. */
    isRepaired: isRepaired || one.last < two.last,
    /** Whether the files differ, or end within a line. */
    mustRewrite: isRepaired || isTorn || one.last !== two.last || lost > 0 || isEmpty,
  };
}

const NO_FILE = parseJournal('');

/**
 * Removes the beginning of a batch that was never acknowledged: the second file has none of its lines.
 *
 * @returns how many lines an acknowledged batch has lost at its end.
 */
function dropUnacknowledged(lines: JournalLine[], first: JournalFile, second: JournalFile): number {
  const last = lines.at(-1);
  if (last === undefined || last.end === last.line) return 0;
  const begin = lines.findIndex(({ end }) => end === last.end);
  const isAcknowledged = first.hasDamagedEnd || second.last >= (lines[begin]?.line ?? 0);
  if (isAcknowledged) return last.end - last.line;
  lines.splice(begin);
  return 0;
}
