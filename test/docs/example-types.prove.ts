import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { exampleBlocks, pages, programOf, type ExampleBlock } from './example-blocks.js';
import { COMPONENTS } from './printed-files.js';
import { root } from './root.js';

const COMPILED = ['ts', 'ts fragment', 'ts types'];

/** Files of applications, which `npm run prove` puts into new applications. */
const RECIPES = [
  'ts merge',
  ...['ts', 'tsx', 'svelte', 'vue', 'astro', 'html'].map((language) => `${language} recipe`),
];

/** Files that readers write: page-steps.ts and monitor-pages.prove.ts use them. */
const FILES = ['yaml', ...['html', 'js', 'json', 'jsx', 'sh', 'ts', 'yaml'].map((language) => `${language} file`)];
const OTHERS = ['js', 'html', 'json', 'python', 'sh', 'sql', 'text', ''];
const LANGUAGES = [...COMPILED, ...COMPONENTS, ...RECIPES, ...FILES, ...OTHERS];

const blocks = pages().flatMap((page) => exampleBlocks(page));

it('every block of code in the README and the guides has a known language', () => {
  const unknown = blocks.filter(({ language }) => !LANGUAGES.includes(language));
  expect(unknown.map(({ name, language }) => `${name}: ${language}`)).toEqual([]);
});

it.each(['error-text.ts', 'test-fleet.ts', 'react/database-row.test.tsx'])('the guides print %s', (path) => {
  const first = `// ${basename(path)}\n`;
  const printed = blocks.find(({ source }) => source.startsWith(first))?.source;
  expect(`${printed}\n`.replace(first, '')).toBe(readFileSync(`${root}/docs/examples/${path}`, 'utf8'));
});

it('every block of TypeScript in the README and the guides compiles', () => {
  const typed = blocks.filter(({ language }) => COMPILED.includes(language));
  const sources = typed.map((block) => [`${root}/${block.file ?? `${pathOf(block)}.mts`}`, programOf(block)] as const);
  expect(typeErrors(new Map(sources))).toEqual([]);
});

it('every block of code for a framework imports or declares the names that it uses', () => {
  const components = blocks.filter(({ language }) => COMPONENTS.includes(language));
  expect(components.length).toBeGreaterThan(20);
  expect(unknownNames(new Map(components.map((block) => [`/${pathOf(block)}.tsx`, scriptOf(block)])))).toEqual([]);
});

const pathOf = ({ name }: ExampleBlock): string => name.replaceAll(/[^a-z0-9]+/gi, '-');

/** Returns the script of a block. For a component with markup, adds a use of each function that the markup calls. */
function scriptOf({ language, source }: ExampleBlock): string {
  if (language.startsWith('ts')) return source;
  const [, script = ''] = /<script[^>]*>(.*?)<\/script>/s.exec(source) ?? [];
  const markup = source.replace(/<script.*?<\/script>/s, '');
  const calls = [...markup.matchAll(/(?<![.\w$])([a-z]\w*)\(/gi)].map(([, name]) => `void ${name};`);
  return [script, ...calls].join('\n');
}

/** Files in memory, by their paths. */
type Sources = ReadonlyMap<string, string>;

function compile(sources: Sources, options: ts.CompilerOptions): { program: ts.Program; host: ts.CompilerHost } {
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => sources.has(path) || fileExists(path);
  host.readFile = (path) => sources.get(path) ?? readFile(path);
  host.getSourceFile = (path, version, ...others) => {
    const source = sources.get(path);
    return source === undefined ? getSourceFile(path, version, ...others) : ts.createSourceFile(path, source, version);
  };
  return { program: ts.createProgram([...sources.keys()], options, host), host };
}

/** Compiles files together with the options of the package. Returns the errors. */
function typeErrors(sources: Sources): string[] {
  const { config } = ts.readConfigFile(`${root}/tsconfig.json`, (path) => ts.sys.readFile(path)) as { config: object };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const { program, host } = compile(sources, { ...options, noEmit: true, declaration: false, rootDir: root });
  return ts
    .getPreEmitDiagnostics(program)
    .map((diagnostic) => ts.formatDiagnostic(diagnostic, { ...host, getNewLine: () => '' }));
}

/** TypeScript's codes for an undeclared name: "Cannot find name", with and without a suggestion. */
const UNKNOWN_NAME = new Set([2304, 2552]);

/** Names that the compiler of a framework declares: `$state` and `$props` of Svelte, `defineProps` of Vue. */
const MACRO = /'(?:\$\w+|defineProps)'/;

/** Returns the undeclared names. It resolves no import; the compilers of the frameworks check docs/examples. */
function unknownNames(sources: Sources): string[] {
  const { program } = compile(sources, {
    jsx: ts.JsxEmit.Preserve,
    lib: ['lib.esnext.d.ts', 'lib.dom.d.ts'],
    moduleDetection: ts.ModuleDetectionKind.Force,
    noResolve: true,
    types: [],
  });
  return program
    .getSemanticDiagnostics()
    .filter(({ code }) => UNKNOWN_NAME.has(code))
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`)
    .filter((message) => !MACRO.test(message));
}
