import { readFile } from 'node:fs/promises';
import { describeIssues } from '../core/shared/refuse-issues.js';
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
  const seed = parse(path, await read(path));
  const issues = inspectSeed(seed);
  if (issues.length > 0) throw new Error(`Invalid seed file ${path}: ${describeIssues(issues)}.`);
  return seed as Seed;
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new Error(`The seed file ${path} cannot be read: ${code}.`);
  }
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    // The parser's own message quotes the text.
    throw new Error(`The seed file ${path} is not JSON.`);
  }
}
