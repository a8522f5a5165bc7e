/**
 * The lint rules of fleetglass. `layers.test.ts` proves that each rule refuses what it should.
 *
 * The layers are those of docs/internals/architecture.md. An import may only point to a folder above, so that each folder can be
 * read, tested and replaced alone.
 */

/** The folders of the core. They run in browsers, workers, Node, Deno and Bun. */
const core = [
  'core/shared',
  'core/wire',
  'core/records',
  'core/client',
  'core/store',
  'core/polling',
  'core/fleet',
  'core/limits',
];

/** Folders that run wherever the core runs, and bring no package that the core does not bring. */
const portable = [...core, 'format', 'proxy', 'bindings'];

/** For each folder of src, the folders that it may import. A folder that is not listed fails `layers.test.ts`. */
export const folders = {
  'core/shared': [],
  // Text in, text out: knows no record.
  'core/wire': ['core/shared'],
  'core/records': ['core/shared', 'core/wire'],
  'core/client': ['core/shared', 'core/wire', 'core/records'],
  // Knows no HTTP and no timers, so that plain values can test it.
  'core/store': ['core/shared', 'core/records'],
  // Knows no resource.
  'core/polling': ['core/shared', 'core/store'],
  'core/fleet': ['core/shared', 'core/wire', 'core/records', 'core/client', 'core/store', 'core/polling'],
  'core/limits': core.filter((folder) => folder !== 'core/limits'),
  format: ['core/shared', 'core/records', 'core/limits'],
  // A binding knows views, functions of a fleet and its own framework. It imports the types of the core from index.ts, as
  // users do.
  bindings: ['core/shared', 'core/store', 'core/fleet', 'core/limits'],
  devtools: [...core, 'format'],
  proxy: ['core/shared', 'core/wire', 'core/records', 'core/client', 'core/store', 'core/polling'],
  persistence: [...core],
  sharing: [...core],
  probes: [...core],
  notebook: [...core, 'format'],
  http: ['core/shared'],
  monitor: [...core, 'format', 'persistence', 'sharing', 'http'],
  // An independent implementation of the contract: a mistake in code shared with the client would stay hidden.
  service: ['core/shared', 'core/wire', 'core/records', 'persistence', 'http'],
  'apps/terminal': ['core/shared', 'core/wire', 'core/records', 'core/client', 'format', 'http', 'service'],
  'apps/local-services': [...core, 'persistence', 'http', 'service', 'apps/terminal'],
  'apps/usage': [...core, 'probes'],
  'apps/watch': [
    ...core,
    'format',
    'persistence',
    'sharing',
    'probes',
    'monitor',
    'notebook',
    'apps/terminal',
    'apps/local-services',
    'apps/usage',
  ],
  'apps/board': [...core, 'format', 'apps/terminal'],
  'apps/dashboard/page': [...core, 'bindings', 'format'],
  'apps/dashboard/server': [...core, 'format', 'proxy', 'http', 'apps/terminal', 'apps/local-services'],
  'apps/demo': [
    ...core,
    'format',
    'http',
    'service',
    'apps/terminal',
    'apps/local-services',
    'apps/usage',
    'apps/board',
    'apps/dashboard/server',
  ],
  'apps/cli': [
    ...core,
    'format',
    'persistence',
    'proxy',
    'http',
    'service',
    'apps/terminal',
    'apps/local-services',
    'monitor',
    'apps/usage',
    'apps/watch',
    'apps/board',
    'apps/dashboard/server',
    'apps/demo',
  ],
};

/** Folders whose files import each other freely, but which others import through index.js alone. */
const closedFolders = ['service'];

/** How many levels of subfolders a folder has; the others are flat. */
export const levels = {
  service: 1,
  bindings: 1,
  persistence: 1,
  sharing: 1,
  probes: 1,
  notebook: 1,
  monitor: 1,
  'apps/watch': 1,
  'apps/dashboard/page': 2,
  'apps/cli': 1,
};

/** The packages that each subfolder of bindings may import: those of its framework. */
const frameworks = {
  angular: ['@angular/core'],
  lit: ['lit'],
  preact: ['preact', 'preact/hooks'],
  'preact-signals': ['preact', 'preact/hooks', '@preact/signals'],
  react: ['react'],
  // `isServer` tells whether a server renders.
  solid: ['solid-js', 'solid-js/web'],
  svelte: ['svelte', 'svelte/reactivity', 'svelte/store'],
  vue: ['vue'],
};

/** The dependencies of the core. Each further package makes every page with the core larger. */
const corePackages = ['ofetch', 'valibot', 'rxjs'];

/** Exist on some platforms only: code that uses them runs on some platforms only. */
const platformGlobals = ['process', 'Buffer', 'require', 'module', '__dirname', '__filename', 'global', 'setImmediate'];
const pageGlobals = ['window', 'document', 'navigator', 'localStorage', 'sessionStorage', 'location'];

const clockReason = 'Time comes from a Clock (src/core/shared/clock.ts), so that a test can set it.';
const randomReason = 'Randomness is injected, so that a test can choose it.';
const clockGlobals = ['setTimeout', 'setInterval', 'performance'];
const clockProperties = [
  ['Date', 'now'],
  ['AbortSignal', 'timeout'],
  ...['globalThis', 'window', 'self', 'global'].flatMap((object) => clockGlobals.map((name) => [object, name])),
];

/** oxlint's patterns have no look-ahead, so "any word but this one" is spelled out. */
const anythingBut = (word) =>
  `(${[...word].map((letter, at) => `${literal(word.slice(0, at))}([^${letter}]|$)`).join('|')}|${literal(word)}.)`;
const literal = (text) => text.replaceAll('.', String.raw`\.`);

/** The relative path from a file, `level` subfolders below `folder`, to another folder of src. */
function pathTo(target, folder, level) {
  const from = folder === '' ? [] : folder.split('/');
  const to = target.split('/');
  const shared = from.findIndex((part, at) => part !== to[at]);
  const common = shared === -1 ? from.length : shared;
  const ups = from.length - common + level;
  return String.raw`(\./)?(\.\./){${ups}}${to.slice(common).join('/')}`;
}

/** @param packages the only packages that may be imported. @default all */
function restrictImports(folder, { level, refused = [], packages }) {
  const allowed = folders[folder] ?? core;
  const others = Object.keys(folders).filter((other) => other !== folder && !allowed.includes(other));
  const depth = folder === '' ? 0 : folder.split('/').length;
  const patterns = [
    {
      regex: `^(${others.map((other) => pathTo(other, folder, level)).join('|')})/`,
      message: `${folder} may import only: ${allowed.join(', ') || 'nothing'}.`,
    },
    ...closedFolders
      .filter((other) => other !== folder)
      .map((other) => ({
        regex: `^${pathTo(other, folder, level)}/${anythingBut('index.js')}`,
        message: `Import from ${other}/index.js.`,
      })),
    // A longer path leads out of src, and the published package contains no tests.
    {
      regex: String.raw`^(\./)?(\.\./){${depth + level + 1}}|/test/|/dist/`,
      message: 'Only files of src can be imported.',
    },
    ...(seesKernel(folder) ? [] : [kernel]),
    ...refused,
  ];
  if (packages)
    patterns.push({
      group: ['*', '!./**', '!../**', ...packages.map((name) => `!${name}`)],
      message: 'Not a core package.',
    });
  return [
    'error',
    {
      patterns,
      paths: [
        { name: 'node:timers', message: clockReason },
        { name: 'node:timers/promises', importNames: ['setTimeout', 'setInterval', 'scheduler'], message: clockReason },
        { name: 'node:perf_hooks', message: clockReason },
      ],
    },
  ];
}

const restrictGlobals = (...lists) => [
  'error',
  ...lists.flatMap(({ names, message }) => names.map((name) => ({ name, message }))),
];

const everywhere = { names: [...platformGlobals, ...pageGlobals], message: 'This file runs on every platform.' };
const inPages = { names: platformGlobals, message: 'This file runs in pages.' };
const inTime = { names: clockGlobals, message: clockReason };

/** The inside of a fleet. All other folders use the public functions, as users do. */
const kernel = {
  regex: String.raw`/core/fleet/kernel\.js$`,
  message:
    'Only the core, devtools, persistence, sharing, monitor, notebook, proxy and apps see the inside of a fleet.',
};
const seesKernel = (folder) => /^(core|apps)\/|^(devtools|persistence|sharing|monitor|notebook|proxy)$/.test(folder);

/**
 * Tests run the client against the service: code that both use would hide its mistakes from both. The client of the control
 * API uses the reader of bodies, as every reader of answers does.
 */
const noClient = {
  regex: String.raw`/wire/(transport|failure|refusal|deadline)\.js$`,
  message: 'The service never uses the client.',
};

/** A value imported from the core would be in the bundle of every page that uses the binding. */
const onlyTypes = {
  regex: String.raw`^(\.\./)+index\.js$`,
  allowTypeImports: true,
  message: 'A binding imports only types from the core.',
};

/** Further imports that a folder refuses. */
const refusedBy = { service: [noClient], bindings: [onlyTypes] };

/** The files of service that need Node. All other files are in `fleetglass/service/memory`, which runs everywhere. */
const needsNode = ['directory/*', 'redis/*', 'index.ts', 'service.ts', 'read-seed-file.ts'];

/** A type import is refused too, so that one rule is enough to keep the two parts of the service apart. */
const noNode = {
  regex: String.raw`^node:|^(\./|(\.\./)+)(directory/|redis/|(service|index|read-seed-file)\.js$)|/http/http-server\.js$`,
  message: 'fleetglass/service/memory runs without Node.',
};

/**
 * The rules of files of a folder for imports and globals.
 *
 * @param path the path in the folder. The number of `../` in an import depends on its subfolders.
 * @param runs where the files run. @default in Node
 */
function rulesOf(folder, path, { refused = refusedBy[folder], packages, runs = { names: [] }, excludeFiles } = {}) {
  return {
    files: [`**/src/${folder}/${path}`],
    ...(excludeFiles && { excludeFiles }),
    rules: {
      'no-restricted-imports': restrictImports(folder, { level: path.split('/').length - 1, refused, packages }),
      'no-restricted-globals': restrictGlobals(inTime, runs),
    },
  };
}

/** The needs of the files of a folder, if they do not run in Node alone. */
const needs = {
  ...Object.fromEntries(portable.map((folder) => [folder, { packages: corePackages, runs: everywhere }])),
  // A page, or a server that renders it.
  devtools: { packages: corePackages, runs: inPages },
  // A kernel or a page. Arrow is loaded when a history is exported.
  notebook: {
    packages: [
      ...corePackages,
      'apache-arrow',
      'd3-array',
      'd3-dsv',
      'd3-time',
      'lossless-json',
      '@date-fns/tz/tzOffset',
    ],
    runs: inPages,
  },
};

const rulesOfFolders = Object.keys(folders).flatMap((folder) =>
  Array.from({ length: 1 + (levels[folder] ?? 0) }, (_, level) =>
    rulesOf(folder, `*${'/*'.repeat(level)}`, needs[folder]),
  ),
);

/**
 * The parts of folders with needs of their own: the service in memory, the stores, engines and usage sources that do not need
 * Node, in each folder the code that all of them share, and the bindings.
 */
const rulesOfParts = [
  ...['*', '*/*'].map((path) =>
    rulesOf('service', path, {
      refused: [noClient, noNode],
      runs: { ...everywhere, message: noNode.message },
      excludeFiles: needsNode.map((file) => `**/src/service/${file}`),
    }),
  ),
  rulesOf('persistence', '*', { packages: [], runs: everywhere }),
  rulesOf('persistence', 'unstorage/*', { packages: ['valibot'], runs: everywhere }),
  rulesOf('persistence', 'indexeddb/*', { packages: ['idb', 'valibot'], runs: inPages }),
  rulesOf('sharing', '*', { packages: ['valibot'], runs: everywhere }),
  rulesOf('sharing', 'tabs/*', { packages: ['valibot'], runs: inPages }),
  ...['*', 'vector/*', 'json/*'].map((path) => rulesOf('probes', path, { packages: ['valibot'], runs: everywhere })),
  ...Object.entries(frameworks).map(([framework, packages]) =>
    rulesOf('bindings', `${framework}/*`, { packages, runs: everywhere }),
  ),
];

/**
 * The files with a function above 60 lines, without blank lines and comments. The list may only shrink: a pure step
 * function, or a class with private fields, makes most of them readable.
 */
export const filesWithLongFunctions = [
  'apps/dashboard/page/frame.tsx',
  'sharing/connection.ts',
  'sharing/database-answers.ts',
  'sharing/receiver.ts',
  'sharing/redis/member.ts',
  'sharing/redis/message-reader.ts',
  'sharing/redis/turns.ts',
  'sharing/tabs/tab-member.ts',
  'sharing/tabs/tab-session.ts',
  'sharing/tabs/turn-desk.ts',
];

export const linesOfFunctions = (max) => ['error', { max, skipBlankLines: true, skipComments: true }];

export default {
  plugins: ['typescript', 'import', 'unicorn', 'oxc', 'promise', 'vitest'],
  categories: { correctness: 'error' },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  rules: {
    // A cycle makes the order of loading matter, and its files cannot be read or replaced alone. A cycle of types does the
    // second alone.
    'import/no-cycle': ['error', { ignoreTypes: false }],
    // A default export has as many names as importers.
    'import/no-default-export': 'error',
    'typescript/no-explicit-any': 'error',
    // A suppressed error is an error, except in type tests.
    'typescript/ban-ts-comment': ['error', { 'ts-expect-error': 'allow-with-description' }],
    // Optional peers are imported dynamically, and so are their types.
    'typescript/consistent-type-imports': [
      'error',
      { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
    ],
    'typescript/no-non-null-assertion': 'error',
    // With no-floating-promises, of the correctness rules: an unhandled rejection ends the process, or is lost.
    'typescript/no-misused-promises': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    // Objects are made by functions, not classes: their methods are closures and need no `this`.
    'typescript/unbound-method': 'off',
    // A string is spread to get its code points.
    'typescript/no-misused-spread': 'off',
    'unicorn/no-useless-spread': 'off',
    // Tests need values that fetch refuses.
    'unicorn/no-invalid-fetch-options': 'off',
    // `_` names a required parameter that is not used.
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    // A test may create an expectation, advance the time, and then await it. no-floating-promises checks the await.
    'vitest/valid-expect': 'off',
    // A test without an expectation cannot fail. Expectations that tests share are functions named for it.
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*', 'fc.assert'] }],
    // A property may expect something of some of its inputs only.
    'vitest/no-conditional-expect': 'off',
    // JSON Schema has a keyword `then`.
    'unicorn/no-thenable': 'off',
  },
  overrides: [
    ...rulesOfFolders,
    ...rulesOfParts,
    {
      files: ['**/src/*.ts'],
      rules: {
        'no-restricted-imports': restrictImports('', { level: 0, packages: corePackages }),
        'no-restricted-globals': restrictGlobals(inTime, everywhere),
      },
    },
    {
      files: ['**/src/**'],
      rules: {
        'max-lines-per-function': linesOfFunctions(60),
        'no-restricted-properties': [
          'error',
          { object: 'Math', property: 'random', message: randomReason },
          ...clockProperties.map(([object, property]) => ({ object, property, message: clockReason })),
        ],
      },
    },
    {
      files: filesWithLongFunctions.map((path) => `**/src/${path}`),
      rules: { 'max-lines-per-function': linesOfFunctions(140) },
    },
    {
      // The only file that reads the platform's time.
      files: ['**/src/core/shared/clock.ts'],
      rules: { 'no-restricted-globals': restrictGlobals(everywhere), 'no-restricted-properties': 'off' },
    },
    {
      // Bundlers replace `process.env.NODE_ENV` in this file.
      files: ['**/src/core/store/deep-freeze.ts'],
      rules: { 'no-restricted-globals': restrictGlobals(inTime) },
    },
    {
      files: ['**/*.config.ts', '**/*.config.mjs'],
      rules: { 'import/no-default-export': 'off' },
    },
  ],
};
