import { readdirSync, readFileSync } from 'node:fs';
import { marked, type Tokens } from 'marked';
import { frameFragment } from './frame-fragment.js';
import { root } from './root.js';

/** One block of code of a page. */
export interface ExampleBlock {
  /** The page and the block's number in it, such as `docs/guide.md #3`. */
  readonly name: string;
  /**
   * The language of the code block. `js` and `ts`: a program. `ts fragment`: a part of one. `ts types`: not to be run.
   * Any other language is not tested.
   */
  readonly language: string;
  readonly source: string;
  /** The file that its first line, `// manual-clock.ts`, says it is: other programs of the page import it. */
  readonly file: string | undefined;
  /** The expected output: the block of `text` right after it. */
  readonly output: string | undefined;
}

/** The README and all pages of docs, by their paths from the root. */
export function pages(): string[] {
  const inDocs = readdirSync(`${root}/docs`).filter((name) => name.endsWith('.md'));
  return ['README.md', ...inDocs.map((name) => `docs/${name}`)];
}

/** The blocks of a page that have a language, in order. */
export function exampleBlocks(page: string): ExampleBlock[] {
  const blocks = marked
    .lexer(readFileSync(`${root}/${page}`, 'utf8'))
    .filter((token): token is Tokens.Code => token.type === 'code' && token['lang'] !== undefined);
  return blocks.map(({ lang = '', text }, at) => {
    const next = blocks[at + 1];
    return {
      name: `${page} #${at + 1}`,
      language: lang,
      source: text,
      file: /^\/\/ ([a-z-]+\.ts)$/m.exec(text.split('\n')[0] ?? '')?.[1],
      output: next?.lang === 'text' ? next.text : undefined,
    };
  });
}

/** Whether it is to be run; otherwise it is only compiled, or no code of ours. */
export function isRun({ language }: ExampleBlock): boolean {
  return ['js', 'ts', 'ts fragment'].includes(language);
}

/** The program that a block is, or that is made of it. */
export function programOf({ language, source }: ExampleBlock): string {
  return language === 'ts fragment' ? frameFragment(source) : source;
}
