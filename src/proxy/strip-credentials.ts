import { isCredentialField } from '../api/credential-fields.js';
import { splitItems, splitMember } from '../api/split-json.js';
import { UnusableAnswer } from '../api/unusable-answer.js';

/** The document's records have three levels, and recursion has to end. */
const MAX_DEPTH = 32;

/** Without one of these words, or an escape that could hide one, there is no name of a credential in a text. */
const MAY_NAME_CREDENTIAL = /token|secret|password|\\/i;

/**
 * Cuts the credential fields out of a JSON text, at any depth. What is left stays as it was written, so every digit
 * of an integer beyond 2^53 is there; and what only the text has, such as the first of two members with one name, is
 * searched too.
 *
 * @param text has passed `JSON.parse`.
 * @throws UnusableAnswer where it is nested too deeply to be searched.
 */
export function stripCredentials(text: string): string {
  return strip(text.trim(), MAX_DEPTH);
}

function strip(value: string, levels: number): string {
  const isList = value.startsWith('[');
  if (!isList && !value.startsWith('{')) return value;
  if (!MAY_NAME_CREDENTIAL.test(value)) return value;
  if (levels === 0) throw new UnusableAnswer('the answer is nested too deeply');
  if (isList)
    return `[${splitItems(value)
      .map((item) => strip(item, levels - 1))
      .join(',')}]`;
  const kept = splitItems(value).flatMap((member) => stripMember(member, levels - 1));
  return `{${kept.join(',')}}`;
}

function stripMember(member: string, levels: number): string[] {
  const [name, value] = splitMember(member);
  return isCredentialField(JSON.parse(name) as string) ? [] : [`${name}:${strip(value, levels)}`];
}
