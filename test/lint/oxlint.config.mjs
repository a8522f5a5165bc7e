/**
 * The lint rules of fleetglass. `linter.test.ts` proves that each rule refuses what it should, and `imports.test.ts` checks which
 * folder imports which.
 */

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

/** @param packages the only packages that may be imported. @default all */
function restrictImports({ refused = [], packages }) {
  const patterns = [{ regex: '/test/|/dist/', message: 'Only files of src can be imported.' }, ...refused];
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

/** The files of service that need Node. All other files are in `fleetglass/service/memory`, which runs everywhere. */
const needsNode = ['redis/*', 'index.ts', 'service.ts', 'read-seed-file.ts'];

/** A type import is refused too, so that one rule is enough to keep the two parts of the service apart. */
const noNode = {
  regex: String.raw`^node:|^(\./|(\.\./)+)(persistence/directory/|redis/|(service|index|read-seed-file)\.js$)|/http/http-server\.js$`,
  message: 'fleetglass/service/memory runs without Node.',
};

/** The rules of files of src for imports and globals. @param runs where the files run. @default in Node */
function rulesOf(path, { refused, packages, runs = { names: [] }, excludeFiles } = {}) {
  return {
    files: [`**/src/${path}`],
    ...(excludeFiles && { excludeFiles }),
    rules: {
      'no-restricted-imports': restrictImports({ refused, packages }),
      'no-restricted-globals': restrictGlobals(inTime, runs),
    },
  };
}

const rulesOfFolders = [
  rulesOf('**'),
  ...['*.ts', 'core/**', 'format/**', 'proxy/**'].map((path) =>
    rulesOf(path, { packages: corePackages, runs: everywhere }),
  ),
  rulesOf('bindings/**', { refused: [onlyTypes], packages: corePackages, runs: everywhere }),
  ...Object.entries(frameworks).map(([framework, packages]) =>
    rulesOf(`bindings/${framework}/*`, { refused: [onlyTypes], packages, runs: everywhere }),
  ),
  // A page, or a server that renders it.
  rulesOf('devtools/**', { packages: corePackages, runs: inPages }),
  // A kernel or a page. Arrow is loaded when a history is exported.
  rulesOf('notebook/**', {
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
  }),
  rulesOf('service/**', { refused: [noClient] }),
  // The service in memory.
  rulesOf('service/**', {
    refused: [noClient, noNode],
    runs: { ...everywhere, message: noNode.message },
    excludeFiles: needsNode.map((file) => `**/src/service/${file}`),
  }),
  // In each of these folders the code that all its parts share, and the parts that do not need Node.
  rulesOf('persistence/*', { packages: [], runs: everywhere }),
  rulesOf('persistence/unstorage/*', { packages: ['valibot'], runs: everywhere }),
  rulesOf('persistence/indexeddb/*', { packages: ['idb', 'valibot'], runs: inPages }),
  rulesOf('sharing/*', { packages: ['valibot'], runs: everywhere }),
  rulesOf('sharing/tabs/*', { packages: ['valibot'], runs: inPages }),
  ...['*', 'vector/*', 'json/*'].map((path) => rulesOf(`probes/${path}`, { packages: ['valibot'], runs: everywhere })),
];

/**
 * The files with a function above 60 lines, without blank lines and comments. The list may only shrink: a pure step
 * function, or a class with private fields, makes most of them readable.
 */
export const filesWithLongFunctions = [
  'sharing/connection.ts',
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
