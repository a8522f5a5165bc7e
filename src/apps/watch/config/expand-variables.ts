import type { FleetIssue } from '../../../core/shared/fleet-error.js';
import { memberPath, printableName } from '../../../core/shared/member-path.js';
import { readVariable } from '../../terminal/environment-variables.js';

const REFERENCE = /\$(\$?)\{([^{}]*)\}?/g;
const NAME = /^[A-Za-z_]\w*$/;

/**
 * Replaces `${NAME}` in the texts of a configuration by the variable of the environment. `$${NAME}` stays `${NAME}`.
 * The result is a text and is not read as YAML again, so that no value can add members.
 */
export function expandVariables(
  value: unknown,
  env: NodeJS.ProcessEnv,
): { readonly value: unknown; readonly problems: FleetIssue[] } {
  const problems: FleetIssue[] = [];

  function expandText(text: string, path: string): string {
    return text.replace(REFERENCE, (match: string, escape: string, name: string) => {
      if (escape !== '') return match.slice(1);
      const isReference = match.endsWith('}') && NAME.test(name);
      if (isReference && Object.hasOwn(env, name)) return readVariable(env, name);
      problems.push({ path, message: isReference ? `the variable ${name} is not set` : NOT_A_REFERENCE });
      return '';
    });
  }

  function expand(member: unknown, path: string): unknown {
    if (typeof member === 'string') return expandText(member, path);
    if (Array.isArray(member)) return member.map((item, at) => expand(item, `${path}[${at}]`));
    if (typeof member !== 'object' || member === null) return member;
    const members = Object.entries(member);
    return Object.fromEntries(members.map(([key, each]) => [key, expand(each, memberPath(path, printableName(key)))]));
  }

  return { value: expand(value, ''), problems };
}

const NOT_A_REFERENCE = 'expected the name of a variable, such as ${NAME}; write $${ for the characters ${';
