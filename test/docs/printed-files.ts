import { exampleBlocks } from './example-blocks.js';

/** A file of an application that a page of docs prints. */
export type PrintedFile = ReturnType<typeof printedFiles>[number];

/** The languages of components, which printed-components.prove.ts builds and uses. */
export const COMPONENTS = ['tsx', 'vue', 'svelte', 'ts component'];

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

function printedFiles(page: string, isWanted: (language: string, section: string) => boolean) {
  return exampleBlocks(page)
    .filter(({ language, section }) => isWanted(language, section))
    .map(({ name, source }) => {
      // The first line is a comment with the path from the root of the application. In Astro it begins the script.
      const path = /^(?:---\n)?(?:\/\/|<!--) (\S+)(?: -->)?\n/.exec(source)?.[1];
      if (path === undefined)
        throw new Error(`${name}: expected a comment with the path of the file in its first line`);
      return { path, source };
    });
}
