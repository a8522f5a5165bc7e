/**
 * The rules of the house, held by oxlint. `layers.test.ts`, beside this file, proves that each of them bites.
 *
 * The layers are those of docs/architecture.md. Imports that point only one way are what lets a room be read, tested
 * and replaced alone; a rule that nobody checks is gone within a month.
 */

/** What the core is made of. It runs in browsers, workers, Node, Deno and Bun alike. */
const core = ['shared', 'api', 'state', 'polling', 'limits', 'effects', 'transitions'];

/** Rooms that run wherever the core does, and bring no package that the core does not bring. */
const portable = [...core, 'format', 'proxy', 'bindings'];

/** For each room, the rooms that it may import. A room that is not listed here is refused by the test. */
export const rooms = {
  shared: [],
  api: ['shared'],
  // Knows no HTTP and no timers: it must be testable with values alone.
  state: ['shared', 'api'],
  polling: ['shared', 'api', 'state'],
  limits: ['shared', 'api', 'state'],
  effects: ['shared', 'api', 'state', 'polling'],
  transitions: ['shared', 'api', 'state', 'polling', 'effects'],
  // A view and their own framework: whatever else a binding needed would be needed by all of them. The types of the
  // core they take from its face, as their users do.
  bindings: ['shared', 'state'],
  // Shows fields, amounts and times to people. Pure, and the same on a terminal and in a page.
  format: ['shared', 'api', 'limits'],
  proxy: ['shared', 'api', 'polling', 'effects'],
  persistence: ['shared', 'api', 'state'],
  probes: ['shared', 'api', 'limits'],
  // A server on this machine, of whatever. It is folded into those that use it.
  loopback: ['shared'],
  // A second reading of the contract: what it shared with the client, no test could tell wrong.
  service: ['shared', 'api', 'loopback'],
  monitor: [...core, 'persistence', 'probes'],
  notebook: [...core, 'probes'],
  dashboard: [...core, 'bindings', 'format'],
  cli: [...core, 'format', 'proxy', 'persistence', 'probes', 'loopback', 'service', 'monitor', 'notebook', 'dashboard'],
};

/**
 * Rooms that are bundled into one file when the package is built: only their face exists in what is published. They
 * are large, and have chambers: folders of their own, one level deep.
 */
export const bundled = ['service', 'cli'];

/** Rooms that have chambers: those that are large, and the bindings, a chamber for each framework. */
export const chambered = [...bundled, 'bindings', 'dashboard'];

/** What each chamber of the bindings binds to: no other framework has any business there. */
export const frameworks = {
  angular: ['@angular/core'],
  lit: ['lit'],
  preact: ['preact', 'preact/hooks'],
  'preact-signals': ['preact', 'preact/hooks', '@preact/signals'],
  react: ['react'],
  // Whether it is a server that renders is known there.
  solid: ['solid-js', 'solid-js/web'],
  svelte: ['svelte', 'svelte/reactivity', 'svelte/store'],
  vue: ['vue'],
};

/** What the core depends on. Each further package is paid for by everyone who installs it for a page. */
const corePackages = ['ofetch', 'valibot', 'rxjs'];

/** Exist on some platforms only: code that uses them runs on some platforms only. */
const platformGlobals = ['process', 'Buffer', 'require', 'module', '__dirname', '__filename', 'global', 'setImmediate'];
const pageGlobals = ['window', 'document', 'navigator', 'localStorage', 'sessionStorage', 'location'];

const clockReason = 'Time comes from a Clock (src/shared/clock.ts), so that a test can be the time.';
const randomReason = 'Randomness is injected, so that a test can choose it.';
const clockGlobals = ['setTimeout', 'setInterval', 'performance'];
const clockProperties = [
  ['Date', 'now'],
  ['AbortSignal', 'timeout'],
  ...['globalThis', 'window', 'self', 'global'].flatMap((object) => clockGlobals.map((name) => [object, name])),
];

/** oxlint has no look-ahead, so "any word but this one" is spelled out. */
const anythingBut = (word) =>
  `(${[...word].map((letter, at) => `${literal(word.slice(0, at))}([^${letter}]|$)`).join('|')}|${literal(word)}.)`;
const literal = (text) => text.replaceAll('.', String.raw`\.`);

function restrictImports(room, { depth, allowed, closed = [], packages }) {
  const others = Object.keys(rooms).filter((other) => other !== room && !allowed.includes(other));
  const patterns = [
    {
      regex: String.raw`^(\./)?(\.\./){0,${depth}}(${others.join('|')})/`,
      message: `${room} may import only: ${allowed.join(', ') || 'nothing'}.`,
    },
    {
      regex: `/(${bundled.join('|')})/${anythingBut('index.js')}`,
      message: 'A bundled room is used through its face.',
    },
    // A longer way up leads out of the source; and what is published has no test in it.
    { regex: String.raw`^(\./)?(\.\./){${depth + 1}}|/test/|/dist/`, message: 'Only the rooms of src are imported.' },
    ...closed,
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

const inCore = { names: [...platformGlobals, ...pageGlobals], message: 'The core runs on every platform.' };
const inTime = { names: clockGlobals, message: clockReason };

/** The client is what the service is tested with: sharing its parts would hide its mistakes from both. */
const noClient = {
  regex: String.raw`/api/(management-client|transport|failure|refusal|deadline|read-text)\.js$`,
  message: 'The service never uses the client.',
};

/** What it imported of the core would be in the bundle of every page, the whole core at worst. */
const onlyTypes = {
  regex: String.raw`^(\.\./)+index\.js$`,
  allowTypeImports: true,
  message: 'A binding names the types of the core, and uses the fleet that it is given.',
};

/** What rooms do not import, although they may import where it is. */
const closed = { service: [noClient], bindings: [onlyTypes] };

const roomRules = (room, rules) => ({ files: [`**/src/${room}/**`], rules });

export default {
  plugins: ['typescript', 'import', 'unicorn', 'oxc', 'promise', 'vitest'],
  categories: { correctness: 'error' },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  rules: {
    // A cycle makes the order of loading matter, and ties the files of a knot together for good.
    'import/no-cycle': 'error',
    // A default export has as many names as importers.
    'import/no-default-export': 'error',
    'typescript/no-explicit-any': 'error',
    // A suppressed error is an error; type tests alone expect one.
    'typescript/ban-ts-comment': ['error', { 'ts-expect-error': 'allow-with-description' }],
    // Optional peers are loaded late, so their types are named late too.
    'typescript/consistent-type-imports': [
      'error',
      { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
    ],
    'typescript/no-non-null-assertion': 'error',
    // With no-floating-promises, of the correctness rules: a failure that nobody awaits ends the process, or is lost.
    'typescript/no-misused-promises': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    // Things are made by functions, not classes: their methods are closures and need no `this`.
    'typescript/unbound-method': 'off',
    // Code points are what is meant where a string is spread.
    'typescript/no-misused-spread': 'off',
    'unicorn/no-useless-spread': 'off',
    // What fetch refuses is a thing to test.
    'unicorn/no-invalid-fetch-options': 'off',
    // `_` says that a value has to be taken and is not used.
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    // An expectation may be made, then time advanced, then it is awaited; no-floating-promises sees that it is.
    'vitest/valid-expect': 'off',
    // A test without an expectation cannot fail. Expectations that tests share are functions named for it.
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*', 'fc.assert'] }],
    // A property may expect something of some of its inputs only.
    'vitest/no-conditional-expect': 'off',
    // JSON Schema has a keyword `then`.
    'unicorn/no-thenable': 'off',
  },
  overrides: [
    ...Object.entries(rooms).map(([room, allowed]) =>
      roomRules(room, {
        'no-restricted-imports': restrictImports(room, {
          depth: chambered.includes(room) ? 2 : 1,
          allowed,
          closed: closed[room],
          packages: portable.includes(room) ? corePackages : undefined,
        }),
        'no-restricted-globals': portable.includes(room) ? restrictGlobals(inTime, inCore) : restrictGlobals(inTime),
      }),
    ),
    ...Object.entries(frameworks).map(([chamber, packages]) => ({
      files: [`**/src/bindings/${chamber}/**`],
      rules: {
        'no-restricted-imports': restrictImports('bindings', {
          depth: 2,
          allowed: rooms.bindings,
          closed: closed.bindings,
          packages,
        }),
      },
    })),
    {
      files: ['**/src/*.ts'],
      rules: {
        'no-restricted-imports': restrictImports('src', { depth: 0, allowed: core, packages: corePackages }),
        'no-restricted-globals': restrictGlobals(inTime, inCore),
      },
    },
    {
      files: ['**/src/**'],
      rules: {
        'no-restricted-properties': [
          'error',
          { object: 'Math', property: 'random', message: randomReason },
          ...clockProperties.map(([object, property]) => ({ object, property, message: clockReason })),
        ],
      },
    },
    {
      // The one place where the platform's time comes in.
      files: ['**/src/shared/clock.ts'],
      rules: { 'no-restricted-globals': restrictGlobals(inCore), 'no-restricted-properties': 'off' },
    },
    {
      // The name that bundlers replace.
      files: ['**/src/shared/is-development.ts'],
      rules: { 'no-restricted-globals': restrictGlobals(inTime) },
    },
    {
      files: ['**/*.config.ts', '**/*.config.mjs'],
      rules: { 'import/no-default-export': 'off' },
    },
  ],
};
