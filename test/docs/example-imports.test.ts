import ts from 'typescript';
import { expect, it } from 'vitest';
import { exampleBlocks, pages, type ExampleBlock } from './example-blocks.js';

/** TypeScript's codes for an undeclared name: "Cannot find name", with and without a suggestion. */
const UNKNOWN_NAME = new Set([2304, 2552]);

/** Names that the compiler of a framework declares: `$state` and `$props` of Svelte, `defineProps` of Vue. */
const MACRO = /'(?:\$\w+|defineProps)'/;

it('every block of code for a framework imports or declares the names that it uses', { timeout: 60_000 }, () => {
  const blocks = pages()
    .flatMap(exampleBlocks)
    .filter(({ language }) => ['tsx', 'ts component', 'vue', 'svelte'].includes(language));
  expect(blocks.length).toBeGreaterThan(20);
  expect(unknownNames(new Map(blocks.map((block) => [pathOf(block), scriptOf(block)])))).toEqual([]);
});

const pathOf = ({ name }: ExampleBlock): string => `/${name.replaceAll(/[^a-z0-9]+/gi, '-')}.tsx`;

/** Returns the script of a block. For a component with markup, adds a use of each function that the markup calls. */
function scriptOf({ language, source }: ExampleBlock): string {
  if (language.startsWith('ts')) return source;
  const [, script = ''] = /<script[^>]*>(.*?)<\/script>/s.exec(source) ?? [];
  const markup = source.replace(/<script.*?<\/script>/s, '');
  const calls = [...markup.matchAll(/(?<![.\w$])([a-z]\w*)\(/gi)].map(([, name]) => `void ${name};`);
  return [script, ...calls].join('\n');
}

/** Returns the undeclared names. It resolves no import; the compilers of the frameworks check docs/examples. */
function unknownNames(sources: ReadonlyMap<string, string>): string[] {
  const options: ts.CompilerOptions = {
    jsx: ts.JsxEmit.Preserve,
    lib: ['lib.esnext.d.ts', 'lib.dom.d.ts'],
    moduleDetection: ts.ModuleDetectionKind.Force,
    noResolve: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (path, version, ...others) => {
    const source = sources.get(path);
    return source === undefined ? getSourceFile(path, version, ...others) : ts.createSourceFile(path, source, version);
  };
  return ts
    .createProgram([...sources.keys()], options, host)
    .getSemanticDiagnostics()
    .filter(({ code }) => UNKNOWN_NAME.has(code))
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`)
    .filter((message) => !MACRO.test(message));
}
