import { isUtf8 } from 'node:buffer';
import { resolve } from 'node:path';
import type { FleetIssue } from '../../../core/shared/fleet-error.js';
import { isCredentialField } from '../../../core/records/credential-fields.js';
import { memberPath, printableName } from '../../../core/shared/member-path.js';
import { readVariable } from '../../terminal/environment-variables.js';
import { hasTilde } from './fields.js';
import type { FileProblem, ReadFile } from './read-file.js';

/** The members that can be in a file of their own: `passwordFile` instead of `password`. */
const FILED = ['username', 'password', 'secret', 'token', 'url', 'redis', 'routingKey', 'topic', 'ca'] as const;
const SECRET_IN_FILE = new Set<string>(['url', 'topic']);
/** The types of channels whose URL is a secret: it is all that a sender needs. */
const SECRET_URLS: readonly unknown[] = ['slack', 'discord'];
const ENDING = 'File';
const MAX_BYTES = 64 * 1024;

/**
 * Replaces the variables in texts, and reads secret files: a member such as `passwordFile` gets a member `password`
 * beside it. The results are not read as YAML again, so that no value can add members.
 * @returns `filed` maps the path of each member that was read to the path of the member that names its file
 */
export async function completeConfig(given: object, env: NodeJS.ProcessEnv, folder: string, readFile: ReadFile) {
  const problems: FleetIssue[] = [];
  const secrets = new Set<string>();
  const filed = new Map<string, string>();

  async function completeAny(value: unknown, at: string): Promise<unknown> {
    if (typeof value === 'string') return expandText(value, env, (message) => problems.push({ path: at, message }));
    if (Array.isArray(value)) return Promise.all(value.map((item, index) => completeAny(item, `${at}[${index}]`)));
    if (typeof value !== 'object' || value === null) return value;
    return completeMembers(value, at);
  }

  async function completeMembers(given: object, at: string): Promise<object> {
    const completed = Object.entries(given).map(async ([name, value]) => {
      return [name, await completeAny(value, memberPath(at, printableName(name)))] as const;
    });
    const members: Record<string, unknown> = Object.fromEntries(await Promise.all(completed));
    for (const name of FILED) if (isFileName(members[name + ENDING])) await readMember(members, name, at);
    for (const [name, value] of Object.entries(members)) {
      const found = name === 'headers' ? Object.values(value ?? {}).map(String) : secretsIn(name, value, members);
      for (const secret of found) secrets.add(secret);
    }
    return members;
  }

  async function readMember(members: Record<string, unknown>, name: string, at: string): Promise<void> {
    const path = memberPath(at, name + ENDING);
    const add = (message: string): void => void problems.push({ path, message });
    // A variable in the path is not set.
    if (problems.some((problem) => problem.path === path)) return;
    if (members[name] !== undefined) add(`set ${name} or ${name}${ENDING}, not both`);
    try {
      const bytes = await readFile(resolve(folder, String(members[name + ENDING])), MAX_BYTES);
      // PowerShell 5 writes UTF-16.
      if (!isUtf8(bytes)) return add('expected UTF-8 text');
      // The last line break of a mounted secret is not a part of it.
      const text = bytes.toString('utf8').replace(/^\uFEFF|\r?\n$/g, '');
      if (text === '') return add('the file is empty');
      members[name] = text;
      filed.set(memberPath(at, name), path);
    } catch (error) {
      add((error as FileProblem).message);
    }
  }

  const value = await completeMembers(given, '');
  return { value, problems, filed, secrets: [...secrets].filter((secret) => secret !== '') };
}

/** Whether a value can be the name of a file. The schema reports any other value. */
const isFileName = (value: unknown): boolean => typeof value === 'string' && value !== '' && !hasTilde(value);

const REFERENCE = /\$(\$?)\{([^{}]*)\}?/g;
const NAME = /^[A-Za-z_]\w*$/;
const NOT_A_REFERENCE = 'expected the name of a variable, such as ${NAME}; write $${ for the characters ${';

/** Replaces `${NAME}` by the variable of the environment. `$${NAME}` stays `${NAME}`. */
function expandText(text: string, env: NodeJS.ProcessEnv, add: (problem: string) => void): string {
  return text.replace(REFERENCE, (match: string, escape: string, name: string) => {
    if (escape !== '') return match.slice(1);
    const isReference = match.endsWith('}') && NAME.test(name);
    if (isReference && Object.hasOwn(env, name)) return readVariable(env, name);
    add(isReference ? `the variable ${name} is not set` : NOT_A_REFERENCE);
    return '';
  });
}

function secretsIn(name: string, value: unknown, members: Readonly<Record<string, unknown>>): readonly string[] {
  if (typeof value !== 'string') return [];
  if (name === 'redis') return secretsOfRedis(value);
  // Also the variables of a command: `SLACK_TOKEN`, `PAGERDUTY_KEY` and `SLACK_WEBHOOK_URL`, but not `WEBHOOK_CHANNEL`.
  const isHook = name.includes('HOOK') && value.includes('/');
  const isSecret = name === 'routingKey' || name.endsWith('_KEY') || isHook || isCredentialField(name);
  if (isHook && URL.canParse(value)) {
    // Python's requests prints the path alone of an address that it cannot reach.
    const { pathname, search } = new URL(value);
    return [value, pathname + search];
  }
  if (isSecret || (name === 'url' && SECRET_URLS.includes(members['type']))) return [value];
  return SECRET_IN_FILE.has(name) && name + ENDING in members ? [value] : [];
}

/** The password of a URL of Redis, which may also be in its query; `''` if there is none. */
export function passwordOfRedis(url: string): string {
  if (!URL.canParse(url)) return '';
  const { password, searchParams } = new URL(url);
  return password === '' ? (searchParams.get('password') ?? '') : password;
}

/** The URL of Redis and its password, as it is and decoded. */
function secretsOfRedis(url: string): readonly string[] {
  const password = passwordOfRedis(url);
  if (password === '') return [];
  try {
    return [url, password, decodeURIComponent(password)];
  } catch {
    return [url, password];
  }
}
