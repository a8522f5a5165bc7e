import { exampleBlocks } from './example-blocks.js';

/** A file of an application that a page of docs prints. */
export interface PrintedFile {
  /** The path from the root of the application. The first line of the block is a comment with it. */
  readonly path: string;
  readonly source: string;
}

/** The language of a component's code block. */
const COMPONENTS = ['tsx', 'vue', 'svelte', 'ts component'];

/** Returns the components of a page, with the files that start and test them. */
export function printedComponents(page: string): PrintedFile[] {
  return printedFiles(page, (language) => COMPONENTS.includes(language));
}

/** Returns the files of the recipe for an application. @param section the heading of the only section to read */
export function recipeFiles(page: string, section?: string): PrintedFile[] {
  return printedFiles(page, (language, at) => language.endsWith(' recipe') && (section ?? at) === at);
}

/** Returns the parts of files that a reader merges into the files of a new application. */
export function mergedParts(page: string, section: string): PrintedFile[] {
  return printedFiles(page, (language, at) => language === 'ts merge' && section === at);
}

/** Returns the file that the components import: the texts of errors for users. */
export function printedErrorText(): string {
  return exampleBlocks('docs/errors.md').find(({ file }) => file === 'error-text.ts')?.source ?? '';
}

function printedFiles(page: string, isWanted: (language: string, section: string) => boolean): PrintedFile[] {
  return exampleBlocks(page)
    .filter(({ language, section }) => isWanted(language, section))
    .map(({ name, source }) => {
      // The first line of a component of Astro begins its script.
      const path = /^(?:---\n)?(?:\/\/|<!--) (\S+)(?: -->)?\n/.exec(source)?.[1];
      if (path === undefined)
        throw new Error(`${name}: expected a comment with the path of the file in its first line`);
      return { path, source };
    });
}
