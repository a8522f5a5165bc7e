import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Licences that require only a copy of their text, which the written file contains. */
const PASSED_ON_BY_TEXT = ['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0'];

/**
 * A package without its licence text, and a package with the same licence and owner. The headers of its files name the
 * licence and the owner.
 */
const SAME_LICENCE: Readonly<Record<string, string>> = { 'yoga-layout': 'react' };

/** Returns the folders of the packages that contain these modules, sorted. @param modules paths */
export function packagesOf(modules: readonly string[]): string[] {
  const folders = modules.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
  return [...new Set(folders)].toSorted();
}

/**
 * Returns the licences of packages, one after another, as one text.
 *
 * @throws Error if a package has another licence or no licence text.
 */
export async function licencesOf(folders: readonly string[]): Promise<string> {
  return (await Promise.all(folders.map(licenceOf))).join(`\n${'-'.repeat(80)}\n\n`);
}

/** Returns the software bill of materials of packages, as CycloneDX. */
export async function materialsOf(folders: readonly string[]): Promise<string> {
  const packages = await Promise.all(folders.map(readManifest));
  const components = packages.map(({ name, version, license }) => ({
    type: 'library',
    name,
    version,
    licenses: [{ license: { id: license } }],
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  }));
  return JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components }, undefined, 2);
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
}

async function licenceOf(folder: string): Promise<string> {
  const { name, version, license } = await readManifest(folder);
  if (!PASSED_ON_BY_TEXT.includes(license)) throw new Error(`${name}: may it be bundled under "${license}"?`);
  const text = (await textIn(folder)) ?? (await textIn(join(folder, '..', SAME_LICENCE[name] ?? name)));
  if (text === undefined) throw new Error(`${name}: there is no licence text to pass on`);
  return `${name} ${version} (${license})\n\n${text.trim()}\n`;
}

async function textIn(folder: string): Promise<string | undefined> {
  const file = (await readdir(folder)).find((entry) => /^(licen[cs]e|copying)\b/i.test(entry));
  return file === undefined ? undefined : readFile(join(folder, file), 'utf8');
}
