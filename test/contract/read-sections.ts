import { marked, type Token, type Tokens } from 'marked';

/** A row of a table: its cells by the heading of their column. */
export type Row = Readonly<Record<string, string>>;

/** The content below one heading of a Markdown document. */
export interface Section {
  /** The heading without its number. */
  readonly title: string;
  /** Paragraphs and list items, in order. */
  readonly statements: readonly string[];
  /** The rows of its tables. */
  readonly rows: readonly Row[];
}

/** Reads a Markdown document as a list of sections. */
export function readSections(markdown: string): readonly Section[] {
  const sections: Section[] = [];
  let content: Token[] = [];
  for (const token of marked.lexer(markdown)) {
    if (token.type === 'heading') {
      content = [];
      sections.push(sectionOf((token as Tokens.Heading).text, content));
    } else content.push(token);
  }
  return sections;
}

/** The strings in backticks in a piece of Markdown. */
export function codesIn(markdown: string): string[] {
  return Array.from(markdown.matchAll(/`([^`]+)`/g), ([, code]) => code ?? '');
}

function sectionOf(heading: string, content: readonly Token[]): Section {
  return {
    title: heading.replace(/^\d+\.\s+/, ''),
    get statements() {
      return content.flatMap(statementsOf);
    },
    get rows() {
      return content.flatMap(rowsOf);
    },
  };
}

function statementsOf(token: Token): string[] {
  if (token.type === 'paragraph') return [(token as Tokens.Paragraph).text];
  return token.type === 'list' ? (token as Tokens.List).items.map(({ text }) => text) : [];
}

function rowsOf(token: Token): Row[] {
  if (token.type !== 'table') return [];
  const { header, rows } = token as Tokens.Table;
  return rows.map((cells) => Object.fromEntries(cells.map(({ text }, at) => [header[at]?.text ?? '', text])));
}
