import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from 'keep-a-changelog';
import manifest from '../../package.json' with { type: 'json' };
import { packPackage } from '../prove/npm.js';
import { root } from './bundle-scripts.js';

/*
 * Publishes the version of package.json, which docs/CHANGELOG.md describes. Leaves in release/ what it publishes: the tarball, the
 * software bill of materials, the notes, and the list of checks. With `--dry-run` it does all but publish.
 */

const { version } = manifest;
const isDryRun = process.argv.includes('--dry-run');
const folder = join(root, 'release');
const checks: string[] = [];

/** The text of the changelog about this version, for the page of the release. */
function notesOf(text: string): string {
  const release = parser(text).releases.find((one) => one.version === version);
  if (release === undefined || release.isEmpty())
    throw new Error(`docs/CHANGELOG.md does not describe ${version}, the version in package.json.`);
  if (release.date === undefined && !isDryRun)
    throw new Error(`docs/CHANGELOG.md has no date for ${version}. Write "## [${version}] - YYYY-MM-DD".`);
  return release.toString();
}

/** Refuses uncommitted changes, because the release could not be built again from its commit. */
function commitOf(): string {
  const git = (...parameters: string[]): string =>
    execFileSync('git', parameters, { cwd: root, encoding: 'utf8' }).trim();
  const changes = git('status', '--porcelain');
  if (changes !== '' && !isDryRun) throw new Error(`Commit or remove these changes first:\n${changes}`);
  return changes === '' ? git('rev-parse', 'HEAD') : `${git('rev-parse', 'HEAD')} with changes that are not committed`;
}

function check(name: string, command: string, ...parameters: string[]): void {
  console.log(`\n== ${name}`);
  const startedMs = performance.now();
  const { status, error } = spawnSync(command, parameters, { cwd: root, stdio: 'inherit' });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`Not released: the check "${name}" failed.`);
  checks.push(`passed in ${Math.round((performance.now() - startedMs) / 1000)} s: ${name}`);
}

const commit = commitOf();
const notes = notesOf(readFileSync(join(root, 'docs/CHANGELOG.md'), 'utf8'));
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
check('build', 'npm', 'run', '--silent', 'build');
check('public types', 'npx', 'tsx', 'test/package/api-report.ts');
const { filename } = await packPackage(folder);
const tarball = join(folder, filename);
check('entry points and declarations (attw)', 'npx', 'attw', '--profile', 'esm-only', tarball);
check('package.json (publint)', 'npx', 'publint', '--strict', tarball);
check('installed by a user, each entry point (prove package)', 'npx', 'tsx', 'test/prove/run.ts', 'package');
const parameters = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'];
writeFileSync(join(folder, 'fleetglass.cdx.json'), execFileSync('npm', parameters, { cwd: root }));
writeFileSync(join(folder, 'notes.md'), notes);
const content = readFileSync(tarball);
const sha512 = createHash('sha512').update(content).digest('base64');
const facts = [`${filename}, ${content.length} bytes, sha512-${sha512}`, `commit ${commit}`, `Node ${process.version}`];
writeFileSync(join(folder, 'checks.txt'), [...facts, ...checks, ''].join('\n'));
console.log(`\nrelease/ has the tarball, fleetglass.cdx.json, notes.md and checks.txt:\n${facts.join('\n')}`);
if (isDryRun) console.log('Not published: this is a dry run.');
else execFileSync('npm', ['publish', tarball, '--provenance', '--access', 'public'], { cwd: root, stdio: 'inherit' });
