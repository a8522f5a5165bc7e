import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

// Each subpath of the package is one module of the reference, so that a new subpath cannot be forgotten.
const entryPoints = Object.values(manifest.exports)
  .map(({ types }) => types)
  .filter((types) => types !== undefined)
  .map((types) => types.replace('./dist/', '../../src/').replace('.d.ts', '.ts'));

export default {
  entryPoints,
  tsconfig: '../../tsconfig.json',
  out: '../../coverage/api-reference',
  name: 'fleetglass',
  readme: 'none',
  // Without this, 250 warnings about types that valibot infers would hide errors.
  logLevel: 'Error',
};
