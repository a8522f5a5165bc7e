import { exampleBlocks } from './example-blocks.js';

/** A file of an application, as a page of docs prints it. */
export interface PrintedFile {
  /** From the root of the application: the first line is a comment with it. */
  readonly path: string;
  readonly source: string;
}

/** The language of a component's code block. */
const COMPONENTS = ['tsx', 'vue', 'svelte', 'ts component'];

/** The components of a page, and what starts and tests them. */
export function printedComponents(page: string): PrintedFile[] {
  return printedFiles(page, (language) => COMPONENTS.includes(language));
}

/** The files of a server framework that a page has a recipe for. */
export function recipeFiles(page: string): PrintedFile[] {
  return printedFiles(page, (language) => language.endsWith(' recipe'));
}

function printedFiles(page: string, isWanted: (language: string) => boolean): PrintedFile[] {
  return exampleBlocks(page)
    .filter(({ language }) => isWanted(language))
    .map(({ name, source }) => {
      const path = /^(?:\/\/|<!--) (\S+)(?: -->)?$/.exec(source.split('\n', 1)[0] ?? '')?.[1];
      if (path === undefined)
        throw new Error(`${name}: expected a comment with the path of the file in its first line`);
      return { path, source };
    });
}
