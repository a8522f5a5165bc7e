import { exampleBlocks } from '../docs/example-blocks.js';

/** A file of a new application, as a page of docs prints it. */
export interface RecipeFile {
  /** From the root of the application. */
  readonly path: string;
  readonly source: string;
}

/** The blocks of a page whose fence says `recipe`: their first line is a comment with the path. */
export function recipeFiles(page: string): RecipeFile[] {
  return exampleBlocks(page)
    .filter(({ language }) => language.endsWith(' recipe'))
    .map(({ name, source }) => {
      const path = firstLinePath(source);
      if (path === undefined) throw new Error(`${name}: expected the path of the file in its first line`);
      return { path, source };
    });
}

/** The block of a page whose first line is a comment with this path. */
export function printedFile(page: string, path: string): string {
  const block = exampleBlocks(page).find(({ source }) => firstLinePath(source) === path);
  if (block === undefined) throw new Error(`${page}: expected a block with ${path} in its first line`);
  return block.source;
}

function firstLinePath(source: string): string | undefined {
  return /^(?:\/\/|<!--) (\S+)(?: -->)?$/m.exec(source.split('\n', 1)[0] ?? '')?.[1];
}
