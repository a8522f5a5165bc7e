import { readdirSync, readFileSync } from 'node:fs';
import { marked, type Tokens } from 'marked';
import { frameFragment } from './frame-fragment.js';
import { root } from './root.js';

export type ExampleBlock = ReturnType<typeof exampleBlocks>[number];

/** Returns the paths of the README and of all pages of docs, from the root. */
export function pages(): string[] {
  const inDocs = ['', 'internals/'].flatMap((folder) =>
    readdirSync(`${root}/docs/${folder}`)
      .filter((name) => name.endsWith('.md'))
      .map((name) => folder + name),
  );
  return ['README.md', ...inDocs.map((name) => `docs/${name}`)];
}

/** Returns the code blocks of a page that have a language, also those in lists, in order. @param only the section to read */
export function exampleBlocks(page: string, only?: string) {
  const blocks: { readonly token: Tokens.Code; readonly section: string }[] = [];
  let section = '';
  void marked.walkTokens(marked.lexer(readFileSync(`${root}/${page}`, 'utf8')), (token) => {
    if (token.type === 'heading' && token['depth'] === 2) section = String(token['text']);
    if (token.type === 'code' && token['lang'] && [section, undefined].includes(only))
      blocks.push({ token: token as Tokens.Code, section });
  });
  return blocks.map(({ token: { lang = '', text }, section: heading }, at) => {
    const next = blocks[at + 1]?.token;
    const [language = '', named] = lang.split('=');
    return {
      /** The page and the block's number in it, such as `docs/guide.md #3`. */
      name: `${page} #${at + 1}`,
      /**
       * The language of the code block. `js` and `ts`: a program. `ts fragment`: a part of a program. `ts types`: only
       * compiled. `js file`, and others with `file=NAME`: a file that a reader writes, which page-steps.ts follows.
       */
      language,
      source: text,
      /** The heading above it, of the second level. */
      section: heading,
      /** From `file=` behind the language, or from a first line such as `// manual-clock.ts`. Programs import it. */
      file: named ?? /^\/\/ ([a-z-]+\.ts)$/m.exec(text.split('\n')[0] ?? '')?.[1],
      /** The expected output: the `text` block directly after it. */
      output: next?.lang === 'text' ? next.text : undefined,
    };
  });
}

export function isRun({ language }: ExampleBlock): boolean {
  return ['js', 'ts', 'ts fragment'].includes(language);
}

/** Returns the program of a block. A fragment gets a frame. */
export function programOf({ language, source }: ExampleBlock): string {
  return language === 'ts fragment' ? frameFragment(source) : source;
}
