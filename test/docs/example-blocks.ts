import { readdirSync, readFileSync } from 'node:fs';
import { marked, type Tokens } from 'marked';
import { frameFragment } from './frame-fragment.js';
import { root } from './root.js';

/** A code block of a page. */
export interface ExampleBlock {
  /** The page and the block's number in it, such as `docs/guide.md #3`. */
  readonly name: string;
  /**
   * The language of the code block. `js` and `ts`: a program. `ts fragment`: a part of a program. `ts types`: only
   * compiled. Other languages are not tested here.
   */
  readonly language: string;
  readonly source: string;
  /** The heading above it, of the second level. */
  readonly section: string;
  /** The file name in its first line, such as `// manual-clock.ts`. Other programs of the page import this file. */
  readonly file: string | undefined;
  /** The expected output: the `text` block directly after it. */
  readonly output: string | undefined;
}

/** Returns the paths of the README and of all pages of docs, from the root. */
export function pages(): string[] {
  const inDocs = ['', 'internals/'].flatMap((folder) =>
    readdirSync(`${root}/docs/${folder}`)
      .filter((name) => name.endsWith('.md'))
      .map((name) => folder + name),
  );
  return ['README.md', ...inDocs.map((name) => `docs/${name}`)];
}

/** Returns the code blocks of a page that have a language, in order. */
export function exampleBlocks(page: string): ExampleBlock[] {
  const blocks: { readonly token: Tokens.Code; readonly section: string }[] = [];
  let section = '';
  for (const token of marked.lexer(readFileSync(`${root}/${page}`, 'utf8'))) {
    if (token.type === 'heading' && token['depth'] === 2) section = String(token['text']);
    if (token.type === 'code' && token['lang'] !== undefined) blocks.push({ token: token as Tokens.Code, section });
  }
  return blocks.map(({ token: { lang = '', text }, section: heading }, at) => {
    const next = blocks[at + 1]?.token;
    return {
      name: `${page} #${at + 1}`,
      language: lang,
      source: text,
      section: heading,
      file: /^\/\/ ([a-z-]+\.ts)$/m.exec(text.split('\n')[0] ?? '')?.[1],
      output: next?.lang === 'text' ? next.text : undefined,
    };
  });
}

/** Whether the tests run the block. */
export function isRun({ language }: ExampleBlock): boolean {
  return ['js', 'ts', 'ts fragment'].includes(language);
}

/** Returns the program of a block. A fragment gets a frame. */
export function programOf({ language, source }: ExampleBlock): string {
  return language === 'ts fragment' ? frameFragment(source) : source;
}
