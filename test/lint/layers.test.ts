import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filesWithLongFunctions, folders, levels, linesOfFunctions } from './oxlint.config.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
const config = fileURLToPath(new URL('oxlint.config.mjs', import.meta.url));

/** Imports that must be refused: the reason, the file, its text, the rule that refuses it. */
const refused: readonly (readonly [why: string, path: string, text: string, rule: string])[] = [
  ['a function above 60 lines', 'src/core/shared/long.ts', functionOf(61), 'max-lines-per-function'],
  ['shared imports no other folder', 'src/core/shared/a.ts', using('../wire/x.js'), 'no-restricted-imports'],
  ['the wire knows no record', 'src/core/wire/a.ts', using('../records/x.js'), 'no-restricted-imports'],
  ['records do not import the client', 'src/core/records/a.ts', using('../client/x.js'), 'no-restricted-imports'],
  ['the client never imports the store', 'src/core/client/a.ts', using('../store/x.js'), 'no-restricted-imports'],
  ['the store knows no HTTP', 'src/core/store/a.ts', using('../wire/x.js'), 'no-restricted-imports'],
  ['the store does not import polling', 'src/core/store/b.ts', using('../polling/x.js'), 'no-restricted-imports'],
  ['polling knows no resource', 'src/core/polling/b.ts', using('../records/x.js'), 'no-restricted-imports'],
  ['polling does not import the fleet', 'src/core/polling/c.ts', using('../fleet/x.js'), 'no-restricted-imports'],
  ['the fleet does not import limits', 'src/core/fleet/a.ts', using('../limits/x.js'), 'no-restricted-imports'],
  [
    'bindings do not see the inside of a fleet',
    'src/bindings/b.ts',
    using('../core/fleet/kernel.js'),
    'no-restricted-imports',
  ],
  [
    'usage sources do not see the inside of a fleet',
    'src/probes/json/c.ts',
    using('../../core/fleet/kernel.js'),
    'no-restricted-imports',
  ],
  [
    'the inside of a fleet is not public',
    'src/c.ts',
    "export * from './core/fleet/kernel.js';",
    'no-restricted-imports',
  ],
  [
    'types count as imports',
    'src/core/client/b.ts',
    "import type { X } from '../store/x.js';\nexport type Y = X;",
    'no-restricted-imports',
  ],
  [
    'dynamic imports count as imports',
    'src/core/client/c.ts',
    "export const x = import('../../service/index.js');",
    'no-restricted-imports',
  ],
  [
    're-exports count as imports',
    'src/core/client/d.ts',
    "export * from '../../service/index.js';",
    'no-restricted-imports',
  ],
  ['bindings import only views', 'src/bindings/a.ts', using('../core/client/x.js'), 'no-restricted-imports'],
  ['devtools bring no package', 'src/devtools/a.ts', using('lit', 'html'), 'no-restricted-imports'],
  ['devtools use no process', 'src/devtools/b.ts', 'export const x = process.env;', 'no-restricted-globals'],
  ['sharing knows no monitor', 'src/sharing/a.ts', using('../monitor/x.js'), 'no-restricted-imports'],
  [
    'the service never uses the client',
    'src/service/a.ts',
    using('../core/client/management-client.js'),
    'no-restricted-imports',
  ],
  [
    'the service never uses the transport',
    'src/service/b.ts',
    using('../core/wire/transport.js'),
    'no-restricted-imports',
  ],
  [
    'the service in memory needs no module of Node',
    'src/service/account/a.ts',
    using('node:crypto', 'randomBytes'),
    'no-restricted-imports',
  ],
  [
    'the service in memory needs no file that needs Node',
    'src/service/account/b.ts',
    using('../directory/x.js'),
    'no-restricted-imports',
  ],
  [
    'types of files that need Node count too',
    'src/service/account/c.ts',
    "import type { X } from '../redis/x.js';\nexport type Y = X;",
    'no-restricted-imports',
  ],
  [
    'the service in memory needs no global of Node',
    'src/service/account/d.ts',
    "export const x = Buffer.from('x');",
    'no-restricted-globals',
  ],
  ['the service does not import the store', 'src/service/c.ts', using('../core/store/x.js'), 'no-restricted-imports'],
  [
    'the service does not import the command',
    'src/service/d.ts',
    using('../apps/cli/index.js'),
    'no-restricted-imports',
  ],
  [
    'subfolders have the rules of their folder',
    'src/service/http/a.ts',
    using('../../core/store/x.js'),
    'no-restricted-imports',
  ],
  [
    'subfolders have all rules of their folder',
    'src/service/http/b.ts',
    using('../../core/wire/transport.js'),
    'no-restricted-imports',
  ],
  [
    'subfolders import other folders by the rules of their folder',
    'src/apps/cli/render/a.ts',
    using('../../../service/plans.js'),
    'no-restricted-imports',
  ],
  [
    'subfolders import nothing from outside src',
    'src/apps/cli/render/b.ts',
    using('../../../../package.js'),
    'no-restricted-imports',
  ],
  [
    'the service is imported from its index only',
    'src/apps/cli/a.ts',
    using('../../service/plans.js'),
    'no-restricted-imports',
  ],
  ['the core imports no optional folder', 'src/a.ts', using('./service/index.js'), 'no-restricted-imports'],
  [
    'the board does not import the demonstration',
    'src/apps/board/a.ts',
    using('../demo/x.js'),
    'no-restricted-imports',
  ],
  [
    'the page does not import the server',
    'src/apps/dashboard/page/shell/a.ts',
    using('../../server/x.js'),
    'no-restricted-imports',
  ],
  [
    'nothing is imported from outside src',
    'src/apps/cli/b.ts',
    using('../../../test/support/x.js'),
    'no-restricted-imports',
  ],
  ['the core imports no module of Node', 'src/core/client/e.ts', using('node:fs'), 'no-restricted-imports'],
  ['the index of the core imports no module of Node', 'src/b.ts', using('node:fs'), 'no-restricted-imports'],
  ['the proxy imports no module of Node', 'src/proxy/a.ts', using('node:http'), 'no-restricted-imports'],
  ['the proxy uses no process', 'src/proxy/b.ts', 'export const x = process.env;', 'no-restricted-globals'],
  ['the proxy does not import the fleet', 'src/proxy/d.ts', using('../core/fleet/x.js'), 'no-restricted-imports'],
  ['the proxy does not import limits', 'src/proxy/c.ts', using('../core/limits/x.js'), 'no-restricted-imports'],
  ['the core has three dependencies', 'src/core/limits/a.ts', using('h3'), 'no-restricted-imports'],
  [
    'the core has three dependencies, scoped names too',
    'src/core/limits/b.ts',
    using('@clack/prompts'),
    'no-restricted-imports',
  ],
  ['timers come from the clock', 'src/service/redis/e.ts', using('node:timers'), 'no-restricted-imports'],
  [
    'delays come from the clock',
    'src/service/redis/f.ts',
    using('node:timers/promises', 'setTimeout'),
    'no-restricted-imports',
  ],
  [
    'what all stores share uses no page',
    'src/persistence/a.ts',
    'export const x = typeof window;',
    'no-restricted-globals',
  ],
  ['what all stores share needs no package', 'src/persistence/b.ts', using('idb'), 'no-restricted-imports'],
  [
    'the store of any storage uses no page',
    'src/persistence/unstorage/a.ts',
    'export const x = navigator;',
    'no-restricted-globals',
  ],
  [
    'the store of any storage needs no module of Node',
    'src/persistence/unstorage/b.ts',
    using('node:fs'),
    'no-restricted-imports',
  ],
  [
    'the store of browsers uses no Buffer',
    'src/persistence/indexeddb/a.ts',
    "export const x = Buffer.from('');",
    'no-restricted-globals',
  ],
  [
    'the store of browsers needs one package',
    'src/persistence/indexeddb/b.ts',
    using('unstorage'),
    'no-restricted-imports',
  ],
  [
    'the code that all usage sources share needs no module of Node',
    'src/probes/a.ts',
    using('node:net'),
    'no-restricted-imports',
  ],
  [
    'the usage source of vector indices needs no module of Node',
    'src/probes/vector/a.ts',
    using('node:http'),
    'no-restricted-imports',
  ],
  [
    'the usage source of JSON endpoints needs no package',
    'src/probes/json/a.ts',
    using('ofetch', '$fetch'),
    'no-restricted-imports',
  ],
  [
    'the usage source of JSON endpoints uses no page',
    'src/probes/json/b.ts',
    'export const x = document.hidden;',
    'no-restricted-globals',
  ],
  [
    'the usage source of Redis takes its timers from the clock',
    'src/probes/redis/a.ts',
    'setTimeout(() => 1, 1);',
    'no-restricted-globals',
  ],
  [
    'the usage sources do not import the service',
    'src/probes/redis/b.ts',
    using('../../service/index.js'),
    'no-restricted-imports',
  ],
  ['the core uses no Buffer', 'src/core/client/f.ts', 'export const x = Buffer.from("");', 'no-restricted-globals'],
  ['the core uses no process', 'src/core/fleet/b.ts', 'export const x = process.env;', 'no-restricted-globals'],
  ['the core uses no window', 'src/core/polling/a.ts', 'export const x = typeof window;', 'no-restricted-globals'],
  ['the core uses no document', 'src/index.ts', 'export const x = document.hidden;', 'no-restricted-globals'],
  [
    'the clock uses no process',
    'src/core/shared/clock.ts',
    'export const x = process.hrtime();',
    'no-restricted-globals',
  ],
  ['only the clock sets timeouts', 'src/apps/cli/c.ts', 'setTimeout(() => 1, 1);', 'no-restricted-globals'],
  ['only the clock sets intervals', 'src/core/client/g.ts', 'setInterval(() => 1, 1);', 'no-restricted-globals'],
  ['only the clock measures time', 'src/http/a.ts', 'export const x = performance.now();', 'no-restricted-globals'],
  ['only the clock reads the time', 'src/service/g.ts', 'export const x = Date.now();', 'no-restricted-properties'],
  [
    'timers of globalThis count as timers',
    'src/core/client/h.ts',
    'globalThis.setTimeout(() => 1, 1);',
    'no-restricted-properties',
  ],
  [
    'timers of AbortSignal count as timers',
    'src/core/client/i.ts',
    'export const x = AbortSignal.timeout(1);',
    'no-restricted-properties',
  ],
  ['random numbers are injected', 'src/service/h.ts', 'export const x = Math.random();', 'no-restricted-properties'],
  ['imports have no cycle', 'src/core/client/j.ts', using('./k.js'), 'no-cycle'],
  ['imports have no cycle', 'src/core/client/k.ts', using('./j.js'), 'no-cycle'],
  [
    'imports of types have no cycle',
    'src/core/client/l.ts',
    "import type { M } from './m.js';\nexport interface L {\n  readonly x?: M;\n}",
    'no-cycle',
  ],
  [
    'imports of types have no cycle',
    'src/core/client/m.ts',
    "import type { L } from './l.js';\nexport interface M {\n  readonly x?: L;\n}",
    'no-cycle',
  ],
  [
    'imports of types have no cycle, nor those inside braces',
    'src/core/client/n.ts',
    "import { type O } from './o.js';\nexport interface N {\n  readonly x?: O;\n}",
    'no-cycle',
  ],
  [
    'imports of types have no cycle, nor those inside braces',
    'src/core/client/o.ts',
    "import { type N } from './n.js';\nexport interface O {\n  readonly x?: N;\n}",
    'no-cycle',
  ],
  ['exports have names', 'src/apps/cli/d.ts', 'export default 1;', 'no-default-export'],
  ['no parameter has the type any', 'src/apps/cli/e.ts', 'export const x = (y: any): unknown => y;', 'no-explicit-any'],
  [
    'no compiler error is suppressed',
    'src/apps/cli/f.ts',
    '// @ts-ignore\nexport const x: string = 1;',
    'ban-ts-comment',
  ],
  [
    'every promise is awaited',
    'src/apps/cli/g.ts',
    'export function x(): void {\n  Promise.reject(new Error());\n}',
    'no-floating-promises',
  ],
];

/** Imports that must be accepted: the same folders in their intended use. */
const accepted: readonly (readonly [path: string, text: string])[] = [
  ['src/core/shared/x.ts', 'export const x = 1;'],
  ['src/core/client/x.ts', using('../shared/x.js')],
  ['src/core/client/y.ts', using('valibot', 'string')],
  ['src/core/client/z.ts', using('ofetch', '$fetch')],
  ['src/core/store/x.ts', using('rxjs', 'Observable')],
  ['src/core/records/x.ts', using('../wire/x.js')],
  ['src/core/fleet/x.ts', using('../polling/x.js')],
  ['src/core/limits/x.ts', using('../fleet/kernel.js')],
  ['src/persistence/x.ts', using('../core/fleet/kernel.js')],
  ['src/sharing/y.ts', using('../core/fleet/kernel.js')],
  ['src/monitor/y.ts', using('../core/fleet/kernel.js')],
  ['src/notebook/x.ts', using('../core/fleet/kernel.js')],
  ['src/apps/cli/z.ts', using('../../core/fleet/kernel.js')],
  ['src/bindings/x.ts', using('../core/limits/x.js')],
  ['src/devtools/x.ts', `${using('../core/fleet/kernel.js')}\nexport const y = document.hidden;`],
  ['src/proxy/x.ts', using('../core/client/x.js')],
  ['src/persistence/indexeddb/x.ts', `${using('idb')}\nexport const y = navigator;`],
  ['src/persistence/unstorage/x.ts', using('../../core/shared/x.js')],
  ['src/probes/redis/x.ts', `${using('node:net', 'connect')}\nexport const y = Buffer.from('');`],
  ['src/probes/redis/y.ts', using('ioredis', 'Redis')],
  ['src/probes/vector/x.ts', using('../../core/client/x.js')],
  ['src/sharing/x.ts', using('../core/client/x.js')],
  ['src/monitor/x.ts', using('../sharing/x.js')],
  ['src/service/x.ts', using('../core/wire/x.js')],
  ['src/service/y.ts', using('./x.js')],
  ['src/service/http/x.ts', using('../../core/records/x.js')],
  ['src/service/http/y.ts', using('../account/x.js')],
  ['src/service/z.ts', using('h3', 'H3')],
  ['src/service/index.ts', using('node:crypto', 'randomBytes')],
  ['src/service/service.ts', using('./directory/x.js')],
  ['src/service/redis/x.ts', using('node:net', 'createServer')],
  ['src/service/http/z.ts', using('../../http/x.js')],
  ['src/apps/cli/x.ts', using('../../service/index.js')],
  ['src/apps/cli/y.ts', 'export const x = process.env;'],
  ['src/x.ts', using('./core/client/x.js')],
  ['src/core/shared/short.ts', functionOf(60)],
  ['src/apps/dashboard/page/detail/x.ts', using('../shell/x.js')],
];

function functionOf(lines: number): string {
  return `export function long(): void {\n${'  void 0;\n'.repeat(lines - 2)}}`;
}

function using(from: string, name = 'x'): string {
  return `import { ${name} } from '${from}';\nexport const used = ${name};`;
}

interface Finding {
  readonly filename: string;
  readonly code: string;
}

/** Lints the files of another folder by the rules of this project. */
async function lint(folder: string): Promise<readonly Finding[]> {
  const output = await new Promise<string>((resolve) => {
    // The exit code is 1, because there are findings. Only the findings matter.
    execFile(process.execPath, [oxlint, '-c', config, '-f', 'json', 'src'], { cwd: folder }, (_, out) => resolve(out));
  });
  return (JSON.parse(output) as { diagnostics: Finding[] }).diagnostics;
}

describe('the linter', () => {
  let folder: string;
  let findings: readonly Finding[];
  const rulesBroken = (path: string): string[] =>
    findings.filter(({ filename }) => filename === path).map(({ code }) => code.replace(/^.*\((.*)\)$/, '$1'));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fleetglass-lint-'));
    for (const [path, text] of [...accepted, ...refused.map(([, path, text]) => [path, text] as const)]) {
      await mkdir(join(folder, dirname(path)), { recursive: true });
      await writeFile(join(folder, path), `${text}\n`);
    }
    findings = await lint(folder);
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each(refused)('refuses: %s (%s)', (_, path, _text, rule) => {
    expect(rulesBroken(path)).toEqual([rule]);
  });

  test.each(accepted)('accepts %s', (path) => {
    expect(rulesBroken(path)).toEqual([]);
  });
});

test('each file that is listed for a long function has one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fleetglass-lint-'));
  const short = join(folder, 'short.json');
  await writeFile(short, JSON.stringify({ rules: { 'max-lines-per-function': linesOfFunctions(60) } }));
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [oxlint, '-c', short, '-f', 'json', 'src'], { cwd: root }, (_, out) => resolve(out));
  });
  await rm(folder, { recursive: true });
  const { diagnostics } = JSON.parse(output) as { diagnostics: Finding[] };
  const long = diagnostics.filter(({ code }) => code.includes('max-lines')).map(({ filename }) => filename);
  expect(long.toSorted()).toEqual(filesWithLongFunctions.map((path) => `src/${path}`).toSorted());
});

describe('the folders of src', () => {
  const names = Object.keys(folders);

  test('import only folders above them', () => {
    for (const [folder, allowed] of Object.entries(folders)) {
      const above = names.slice(0, names.indexOf(folder));
      expect(
        allowed.filter((name) => !above.includes(name)),
        folder,
      ).toEqual([]);
    }
  });

  test('and their levels of subfolders are all configured in the linter', async () => {
    const entries = await readdir(join(root, 'src'), { withFileTypes: true, recursive: true });
    const withFiles = new Set(
      entries.filter((entry) => entry.isFile()).map(({ parentPath }) => relative(join(root, 'src'), parentPath)),
    );
    const isKnown = (path: string): boolean =>
      path === '' ||
      names.some((name) => {
        const rest = path === name ? [] : path.startsWith(`${name}/`) && path.slice(name.length + 1).split('/');
        return rest !== false && rest.length <= (levels[name as keyof typeof levels] ?? 0);
      });
    expect([...withFiles].map((path) => path.split(sep).join('/')).filter((path) => !isKnown(path))).toEqual([]);
  });
});

describe('the source', () => {
  // No rule of oxlint checks this.
  test.each([
    ['disables the linter', /(?:oxlint|eslint)-disable/],
    ['reads the time without the clock', /new Date\(\)/],
  ])('never %s', async (_, pattern) => {
    const entries = await readdir(join(root, 'src'), { withFileTypes: true, recursive: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter((_file, at) => pattern.test(texts[at] ?? ''))).toEqual([]);
  });
});
