import { marked, type Tokens } from 'marked';

/** A row of a table: its cells by the heading of their column. */
export type Row = Readonly<Record<string, string>>;

/** The content below one heading of a Markdown document. */
export interface Section {
  /** The heading without its number. */
  readonly title: string;
  /** Paragraphs and list items, in order. */
  readonly statements: readonly string[];
  readonly rows: readonly Row[];
}

export function readSections(markdown: string): readonly Section[] {
  const sections: { readonly title: string; readonly statements: string[]; readonly rows: Row[] }[] = [];
  for (const token of marked.lexer(markdown)) {
    const section = sections.at(-1);
    if (token.type === 'heading')
      sections.push({ title: (token as Tokens.Heading).text.replace(/^\d+\.\s+/, ''), statements: [], rows: [] });
    else if (token.type === 'paragraph') section?.statements.push((token as Tokens.Paragraph).text);
    else if (token.type === 'list') section?.statements.push(...(token as Tokens.List).items.map(({ text }) => text));
    else if (token.type === 'table') section?.rows.push(...rowsOf(token as Tokens.Table));
  }
  return sections;
}

const rowsOf = ({ header, rows }: Tokens.Table): Row[] =>
  rows.map((cells) => Object.fromEntries(cells.map(({ text }, at) => [header[at]?.text ?? '', text])));

/** The strings in backticks in a piece of Markdown. */
export function codesIn(markdown: string): string[] {
  return Array.from(markdown.matchAll(/`([^`]+)`/g), ([, code]) => code ?? '');
}

/** @throws Error if there is no such section. */
export function sectionNamed(sections: readonly Section[], title: string): Section {
  const section = sections.find((candidate) => candidate.title === title);
  if (section === undefined) throw new Error(`api.md: no section ${title}`);
  return section;
}

/**
 * Finds a statement of a section that the tests rely on.
 *
 * @throws Error if the section does not say it.
 */
export function statementOf(section: Section, pattern: RegExp): string {
  const statement = section.statements.find((text) => pattern.test(text));
  if (statement === undefined) throw new Error(`api.md: ${section.title} does not say ${pattern}`);
  return statement;
}

/**
 * Finds a statement, and returns the part that `pattern` captures.
 *
 * @throws Error if the section does not say it.
 */
export function captureFrom(section: Section, pattern: RegExp): string {
  const captured = pattern.exec(statementOf(section, pattern))?.[1];
  if (captured === undefined) throw new Error(`api.md: ${section.title}: ${pattern} captured nothing`);
  return captured;
}

/**
 * Fewer parts mean that the document was not read completely. More parts mean that one has no test.
 *
 * @throws Error if there are not exactly `count`, or if `count` is 0.
 */
export function exactly<T>(count: number, what: string, found: readonly T[]): readonly T[] {
  if (found.length !== count || count === 0) throw new Error(`api.md: ${found.length} ${what}, expected ${count}`);
  return found;
}
