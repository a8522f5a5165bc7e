import { readFile } from 'node:fs/promises';
import { describeIssues } from '../core/shared/refuse-issues.js';
import { parseJson } from '../core/wire/parse-json.js';
import { inspectSeed, type Seed } from './account/seed.js';

/**
 * Reads a seed from a JSON file.
 *
 * @throws Error that names every invalid path, without its value.
 * @example
 * ```ts
 * const service = createService({ credentials, seed: await readSeedFile('fleet.json') });
 * ```
 */
export async function readSeedFile(path: string): Promise<Seed> {
  const text = await readFile(path, 'utf8').catch(({ code = 'unknown error' }: NodeJS.ErrnoException) => {
    throw new Error(`The seed file ${path} cannot be read: ${code}.`);
  });
  const seed = parseJson(text.replace(/^\uFEFF/, ''));
  if (seed === undefined) throw new Error(`The seed file ${path} is not JSON.`);
  const issues = inspectSeed(seed);
  if (issues.length > 0) throw new Error(`Invalid seed file ${path}: ${describeIssues(issues)}.`);
  return seed as Seed;
}
