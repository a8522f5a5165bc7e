import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

// Plain JavaScript: `npm start` reads this before anything is compiled.

const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = join(root, 'node_modules/.cache/fleetglass-builds');

/** Every build depends on these files too. */
const TOOLS = [
  'package.json',
  'package-lock.json',
  'test/package/bundle-scripts.ts',
  'test/package/dashboard.config.ts',
];

/** @param {string} path @returns {string | undefined} `undefined` if it is no file */
function versionOf(path) {
  if (path.includes('\0')) return undefined;
  const { mtimeMs, size } = statSync(resolve(root, path), { throwIfNoEntry: false }) ?? {};
  return mtimeMs === undefined ? undefined : `${mtimeMs} ${size}`;
}

/**
 * Records what a part of dist/ was built of.
 *
 * @param {string} name the part
 * @param {readonly string[]} modules the paths of its sources.
 * @param {readonly string[]} outputs the paths of its files
 */
export function recordBuild(name, modules, outputs) {
  const sources = [...TOOLS, ...modules.map((path) => path.replace(/\?.*$/, ''))];
  // JSON leaves out modules that are no files.
  const versions = Object.fromEntries(sources.map((path) => [path, versionOf(path)]));
  mkdirSync(cache, { recursive: true });
  writeFileSync(join(cache, `${name}.json`), JSON.stringify({ versions, outputs }));
}

/**
 * Whether a part of dist/ is missing or older than its sources.
 *
 * @param {string} name the part
 */
export function isStale(name) {
  try {
    const { versions, outputs } = JSON.parse(readFileSync(join(cache, `${name}.json`), 'utf8'));
    for (const path of outputs) statSync(path);
    return Object.entries(versions).some(([path, version]) => versionOf(path) !== version);
  } catch {
    return true;
  }
}
