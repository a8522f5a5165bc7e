import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { checkTypes } from './check-types.js';
import { exampleBlocks, pages, programOf } from './example-blocks.js';
import { root } from './root.js';

const COMPILED = ['ts', 'ts fragment', 'ts types'];

/** Components, which printed-components.prove.ts builds and uses. */
const COMPONENTS = ['tsx', 'vue', 'svelte', 'ts component'];

/** Files of applications, which `npm run prove` puts into new applications. */
const RECIPES = [
  'ts merge',
  ...['ts', 'tsx', 'svelte', 'vue', 'astro', 'html'].map((language) => `${language} recipe`),
];

/** Files of the monitor, which monitor-pages.prove.ts uses. */
const OF_MONITOR = ['yaml', 'js file=receiver.mjs', 'sh file=mail-alert'];
const LANGUAGES = [
  ...COMPILED,
  ...COMPONENTS,
  ...RECIPES,
  ...OF_MONITOR,
  'js',
  'html',
  'json',
  'python',
  'sh',
  'sql',
  'text',
  '',
];

const blocks = pages().flatMap(exampleBlocks);

it('every block of code in the README and the guides has a known language', () => {
  const unknown = blocks.filter(({ language }) => !LANGUAGES.includes(language));
  expect(unknown.map(({ name, language }) => `${name}: ${language}`)).toEqual([]);
});

it.each(['error-text.ts', 'test-fleet.ts', 'react/database-row.test.tsx'])('the guides print %s', (path) => {
  const first = `// ${basename(path)}\n`;
  const printed = blocks.find(({ source }) => source.startsWith(first))?.source;
  expect(`${printed}\n`.replace(first, '')).toBe(readFileSync(`${root}/docs/examples/${path}`, 'utf8'));
});

it('every block of TypeScript in the README and the guides compiles', { timeout: 60_000 }, () => {
  const typed = blocks.filter(({ language }) => COMPILED.includes(language));
  expect(checkTypes(typed.map((block) => ({ name: block.file ?? block.name, source: programOf(block) })))).toEqual([]);
});
