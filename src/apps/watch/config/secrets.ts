import { resolve } from 'node:path';
import type { FleetIssue } from '../../../core/shared/fleet-error.js';
import { memberPath } from '../../../core/shared/member-path.js';
import type { FileProblem, ReadFile } from './read-file.js';

/** The members that can be in a file of their own: `passwordFile` instead of `password`. */
const FILED = ['username', 'password', 'secret', 'token', 'url', 'redis', 'routingKey', 'topic', 'ca'] as const;
const SECRET = new Set<string>(['password', 'secret', 'token', 'routingKey']);
/** Members that are secrets if they are in a file. */
const SECRET_IN_FILE = new Set<string>(['url', 'topic']);
/** The types of channels whose URL is a secret: it is all that a sender needs. */
const SECRET_URLS: readonly unknown[] = ['slack', 'discord'];
const ENDING = 'File';
const MAX_BYTES = 64 * 1024;

/** Reads the secret files of a configuration. Each member such as `passwordFile` gets a member `password` beside it. */
export async function readSecrets<T>(given: T, folder: string, readFile: ReadFile) {
  const problems: FleetIssue[] = [];
  const secrets = new Set<string>();

  async function readMembers(members: Readonly<Record<string, unknown>>, at: string): Promise<object> {
    const read: Record<string, unknown> = { ...members };
    for (const name of FILED) {
      const file = members[name + ENDING];
      if (typeof file !== 'string') continue;
      const path = memberPath(at, name + ENDING);
      if (members[name] !== undefined) problems.push({ path, message: `set ${name} or ${name}${ENDING}, not both` });
      const content = await readSecretFile(readFile(resolve(folder, file), MAX_BYTES));
      if ('problem' in content) problems.push({ path, message: content.problem });
      else read[name] = content.text;
    }
    for (const [name, value] of Object.entries(read)) {
      if (name === 'redis' && typeof value === 'string') for (const secret of secretsOf(value)) secrets.add(secret);
      if (typeof value === 'string' && isSecret(name, members)) secrets.add(value);
      read[name] = await readAny(value, memberPath(at, name), name);
    }
    return read;
  }

  async function readAny(value: unknown, at: string, name = ''): Promise<unknown> {
    if (Array.isArray(value)) return Promise.all(value.map((item, index) => readAny(item, `${at}[${index}]`)));
    if (typeof value !== 'object' || value === null) return value;
    if (name === 'headers') Object.values(value).forEach((header) => secrets.add(String(header)));
    return readMembers(value as Record<string, unknown>, at);
  }

  const value = (await readAny(given, '')) as T;
  return { value, problems, secrets: [...secrets].filter((secret) => secret !== '') };
}

function isSecret(name: string, members: Readonly<Record<string, unknown>>): boolean {
  if (SECRET.has(name) || (name === 'url' && SECRET_URLS.includes(members['type']))) return true;
  return SECRET_IN_FILE.has(name) && name + ENDING in members;
}

/** The URL of Redis and its password, as it is and decoded. */
export function secretsOf(url: string): readonly string[] {
  const { password } = URL.canParse(url) ? new URL(url) : { password: '' };
  if (password === '') return [];
  try {
    return [url, password, decodeURIComponent(password)];
  } catch {
    return [url, password];
  }
}

/** Reads a mounted secret. Its last line break is not a part of it. */
async function readSecretFile(
  file: Promise<Buffer>,
): Promise<{ readonly text: string } | { readonly problem: string }> {
  try {
    const text = (await file)
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .replace(/\r?\n$/, '');
    return text === '' ? { problem: 'the file is empty' } : { text };
  } catch (error) {
    return { problem: (error as FileProblem).message };
  }
}
