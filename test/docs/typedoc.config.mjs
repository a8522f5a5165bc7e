import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

// The exports of the package, so that the reference has a module for each subpath.
const entryPoints = Object.values(manifest.exports)
  .map(({ types }) => types)
  .filter((types) => types !== undefined)
  .map((types) => types.replace('./dist/', '../../src/').replace('.d.ts', '.ts'));

/** Expected messages. Every other warning is an error. */
const EXPECTED = [
  // Types that valibot infers declare each field several times.
  /has multiple declarations with a comment|The comments for \S+ are declared at/,
  // Overloads share one comment, and only the longer one takes a selector.
  /has an @param with name "(?:selector|equals)", which was not used/,
];

function hideExpectedMessages({ logger }) {
  const log = logger.log.bind(logger);
  logger.log = (message, level) => {
    if (!EXPECTED.some((expected) => expected.test(message))) log(message, level);
  };
}

export default {
  entryPoints,
  tsconfig: '../package/types.tsconfig.json',
  out: '../../coverage/api-reference',
  name: 'fleetglass',
  favicon: '../../src/apps/dashboard/page/icon.svg',
  readme: 'none',
  // The members that views inherit from RxJS are documented there.
  excludeExternals: true,
  highlightLanguages: ['typescript', 'tsx', 'html', 'svelte', 'vue'],
  plugin: [hideExpectedMessages],
  // Public types are made of types that are not exported: the reference shows their members in place.
  validation: { notExported: false },
  treatWarningsAsErrors: true,
  treatValidationWarningsAsErrors: true,
};
