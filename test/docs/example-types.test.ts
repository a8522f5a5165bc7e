import { expect, it } from 'vitest';
import { checkTypes } from './check-types.js';
import { exampleBlocks, pages, programOf } from './example-blocks.js';

const LANGUAGES = ['js', 'ts', 'ts fragment', 'ts types', 'json', 'sh', 'text', ''];

const blocks = pages().flatMap(exampleBlocks);

it('every block of code in the README and the guides says what it is', () => {
  const unknown = blocks.filter(({ language }) => !LANGUAGES.includes(language));
  expect(unknown.map(({ name, language }) => `${name}: ${language}`)).toEqual([]);
});

it('every block of TypeScript in the README and the guides compiles', { timeout: 60_000 }, () => {
  const typed = blocks.filter(({ language }) => language.startsWith('ts'));
  expect(checkTypes(typed.map((block) => ({ name: block.file ?? block.name, source: programOf(block) })))).toEqual([]);
});
