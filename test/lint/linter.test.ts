import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../docs/root.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { filesWithLongFunctions, linesOfFunctions } from './oxlint.config.mjs';
import { sourceFiles, src } from './source-files.js';

const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
const config = join(root, 'test/lint/oxlint.config.mjs');

/**
 * Files of `src` that must be refused, by the rule that refuses them: the reason, the path, the text. The files of `src` itself
 * show what is accepted.
 */
const refused: Readonly<Record<string, readonly (readonly [why: string, path: string, text: string])[]>> = {
  'max-lines-per-function': [
    ['a function above 60 lines', 'core/shared/long.ts', `export function x(): void {\n${'  void 0;\n'.repeat(59)}}`],
  ],
  'no-restricted-imports': [
    ['devtools bring no package', 'devtools/a.ts', using('lit', 'html')],
    ['the service never uses the transport', 'service/b.ts', using('../core/wire/transport.js')],
    ['the service in memory needs no module of Node', 'service/account/a.ts', using('node:crypto', 'randomBytes')],
    ['the service in memory needs no file that needs Node', 'service/c.ts', using('../persistence/directory/x.js')],
    ['subfolders have all rules of their folder', 'service/http/b.ts', using('../../core/wire/transport.js')],
    ['nothing is imported from outside src', 'apps/cli/b.ts', using('../../../test/support/x.js')],
    ['the core imports no module of Node', 'core/client/e.ts', using('node:fs')],
    ['the core has three dependencies', 'core/limits/a.ts', using('h3')],
    ['the core has three dependencies, scoped names too', 'core/limits/b.ts', using('@clack/prompts')],
    ['timers come from the clock', 'service/redis/e.ts', using('node:timers')],
    ['delays come from the clock', 'service/redis/f.ts', using('node:timers/promises', 'setTimeout')],
    ['what all stores share needs no package', 'persistence/b.ts', using('idb')],
    ['the store of any storage needs no module of Node', 'persistence/unstorage/b.ts', using('node:fs')],
    ['the store of browsers needs one package', 'persistence/indexeddb/b.ts', using('unstorage')],
    ['what all usage sources share needs no module of Node', 'probes/a.ts', using('node:net')],
  ],
  'no-restricted-globals': [
    ['devtools use no process', 'devtools/b.ts', 'export const x = process.env;'],
    ['the service in memory needs no global of Node', 'service/account/d.ts', "export const x = Buffer.from('x');"],
    ['what all stores share uses no page', 'persistence/a.ts', 'export const x = typeof window;'],
    ['the store of browsers uses no Buffer', 'persistence/indexeddb/a.ts', "export const x = Buffer.from('');"],
    ['the core uses no Buffer', 'core/client/f.ts', 'export const x = Buffer.from("");'],
    ['the clock uses no process', 'core/shared/clock.ts', 'export const x = process.hrtime();'],
    ['only the clock sets timeouts', 'apps/cli/c.ts', 'setTimeout(() => 1, 1);'],
    ['only the clock measures time', 'http/a.ts', 'export const x = performance.now();'],
  ],
  'no-restricted-properties': [
    ['only the clock reads the time', 'service/g.ts', 'export const x = Date.now();'],
    ['timers of globalThis count as timers', 'core/client/h.ts', 'globalThis.setTimeout(() => 1, 1);'],
    ['timers of AbortSignal count as timers', 'core/client/i.ts', 'export const x = AbortSignal.timeout(1);'],
    ['random numbers are injected', 'service/h.ts', 'export const x = Math.random();'],
  ],
  'no-cycle': [
    ['imports have no cycle', 'core/client/j.ts', using('./k.js')],
    ['imports have no cycle', 'core/client/k.ts', using('./j.js')],
    ['imports of types have no cycle', 'core/client/l.ts', usingType('type { X }', './m.js')],
    ['imports of types have no cycle', 'core/client/m.ts', usingType('type { X }', './l.js')],
    ['nor imports of types inside braces', 'core/client/n.ts', usingType('{ type X }', './o.js')],
    ['nor imports of types inside braces', 'core/client/o.ts', usingType('{ type X }', './n.js')],
  ],
  'no-default-export': [['exports have names', 'apps/cli/d.ts', 'export default 1;']],
  'no-explicit-any': [['no parameter has the type any', 'apps/cli/e.ts', 'export const x = (y: any): unknown => y;']],
  'ban-ts-comment': [
    ['no compiler error is suppressed', 'apps/cli/f.ts', '// @ts-ignore\nexport const x: string = 1;'],
  ],
  'no-floating-promises': [
    ['promises are awaited', 'apps/cli/g.ts', 'export function x(): void {\n  Promise.reject(new Error());\n}'],
  ],
};

function using(from: string, name = 'x'): string {
  return `import { ${name} } from '${from}';\nexport const used = ${name};`;
}

function usingType(names: string, from: string): string {
  return `import ${names} from '${from}';\nexport type Used = X;`;
}

interface Finding {
  readonly filename: string;
  readonly code: string;
}

/** Lints the files of `src` in a folder. */
async function lint(folder: string, rules = config): Promise<readonly Finding[]> {
  const output = await new Promise<string>((resolve) => {
    // The exit code is 1, because there are findings. Only the findings matter.
    execFile(process.execPath, [oxlint, '-c', rules, '-f', 'json', 'src'], { cwd: folder }, (_, out) => resolve(out));
  });
  return (JSON.parse(output) as { diagnostics: Finding[] }).diagnostics;
}

const refusals = Object.entries(refused).flatMap(([rule, files]) =>
  files.map(([why, path, text]) => ({ rule, why, path, text })),
);

const refusing = await mkdtemp(join(tmpdir(), 'fleetglass-lint-'));
for (const { path, text } of refusals) {
  await mkdir(join(refusing, 'src', dirname(path)), { recursive: true });
  await writeFile(join(refusing, 'src', path), `${text}\n`);
}
const findings = await lint(refusing);
await rm(refusing, { recursive: true });

test.each(refusals)('the linter refuses: $why ($path)', ({ path, rule }) => {
  const found = findings.filter(({ filename }) => filename === `src/${path}`);
  expect(found.map(({ code }) => code.replace(/^.*\((.*)\)$/, '$1'))).toEqual([rule]);
});

test('each file that is listed for a long function has one', async () => {
  const short = join(await temporaryFolder(), 'short.json');
  await writeFile(short, JSON.stringify({ rules: { 'max-lines-per-function': linesOfFunctions(60) } }));
  const found = await lint(root, short);
  const long = found.filter(({ code }) => code.includes('max-lines')).map(({ filename }) => filename);
  expect(long.toSorted()).toEqual(filesWithLongFunctions.map((path) => `src/${path}`).toSorted());
});

// No rule of oxlint checks this.
test.each([
  ['disables the linter', /(?:oxlint|eslint)-disable/],
  ['reads the time without the clock', /new Date\(\)/],
])('the source never %s', async (_, pattern) => {
  const files = await sourceFiles(/./);
  const texts = await Promise.all(files.map((file) => readFile(join(src, file), 'utf8')));
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((_file, at) => pattern.test(texts[at] ?? ''))).toEqual([]);
});
