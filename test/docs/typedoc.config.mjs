import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

// Each subpath of the package is one module of the reference, so that a new subpath cannot be forgotten.
const entryPoints = Object.values(manifest.exports)
  .map(({ types }) => types)
  .filter((types) => types !== undefined)
  .map((types) => types.replace('./dist/', '../../src/').replace('.d.ts', '.ts'));

/** Matches what TypeDoc logs about types that valibot infers: they declare each field several times. */
const INFERRED_TYPES = /has multiple declarations with a comment|The comments for \S+ are declared at/;

function hideMessagesOnInferredTypes({ logger }) {
  const log = logger.log.bind(logger);
  logger.log = (message, level) => {
    if (!INFERRED_TYPES.test(message)) log(message, level);
  };
}

export default {
  entryPoints,
  tsconfig: '../../tsconfig.json',
  out: '../../coverage/api-reference',
  name: 'fleetglass',
  readme: 'none',
  // The members that views inherit from RxJS are documented there.
  excludeExternals: true,
  highlightLanguages: ['typescript', 'tsx', 'html', 'svelte', 'vue'],
  plugin: [hideMessagesOnInferredTypes],
  // Public types are made of types that are not exported: the reference shows their members in place.
  validation: { notExported: false },
  treatValidationWarningsAsErrors: true,
};
