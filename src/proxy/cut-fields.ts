import { isCredentialField, mayNameCredential } from '../core/records/credential-fields.js';
import type { Schema } from '../core/records/inspect.js';
import { decodeString, splitItems, splitMember } from '../core/records/split-json.js';
import { UnusableAnswer } from '../core/wire/unusable-answer.js';

/** The documented fields of an object, each with the documented fields of its objects. */
export type DocumentedFields = ReadonlyMap<string, DocumentedFields>;

/** Reads the documented fields from a schema. */
export function documentedFields({ entries, item, wrapped }: Schema): DocumentedFields {
  const inner = item ?? wrapped;
  if (inner !== undefined) return documentedFields(inner);
  return new Map(Object.entries(entries ?? {}).map(([name, schema]) => [name, documentedFields(schema)]));
}

/** The document's records have three levels, and recursion has to end. */
const MAX_DEPTH = 32;

/**
 * Cuts the credential fields and the undocumented fields out of the JSON text of a record, at any depth. The rest of the
 * text stays unchanged, so every digit of an integer beyond 2^53 survives. Duplicate members are cut too.
 *
 * @param text valid JSON
 * @param documented the fields to keep. @default all except the credential fields
 * @throws UnusableAnswer if the text is nested too deeply
 */
export function cutFields(text: string, documented?: DocumentedFields): string {
  return cut(text.trim(), documented, MAX_DEPTH).text;
}

/** Does the same with each element of a list. An element that is not an object becomes `null` if `documented` is given. */
export function cutFieldsOfEach(text: string, documented?: DocumentedFields): string {
  if (documented === undefined) return cutFields(text);
  const elements = splitItems(text.trim());
  const records = elements.map((element) => (element.startsWith('{') ? cutFields(element, documented) : 'null'));
  return `[${records.join(',')}]`;
}

/** The text of a value after the cut. A value without cuts keeps its spaces. */
interface Cut {
  readonly text: string;
  readonly isWhole: boolean;
}

function cut(value: string, documented: DocumentedFields | undefined, levels: number): Cut {
  const isList = value.startsWith('[');
  const isPlain = !isList && !value.startsWith('{');
  if (isPlain || (documented === undefined && !mayNameCredential(value))) return { text: value, isWhole: true };
  if (levels === 0) throw new UnusableAnswer('the response is nested too deeply');
  const cutItem = isList ? cut : cutMember;
  const items = splitItems(value).map((item) => cutItem(item, documented, levels - 1));
  if (items.every((item) => item?.isWhole)) return { text: value, isWhole: true };
  const texts = items.flatMap((item) => item?.text ?? []).join(',');
  return { text: isList ? `[${texts}]` : `{${texts}}`, isWhole: false };
}

function cutMember(member: string, documented: DocumentedFields | undefined, levels: number): Cut | undefined {
  const [quoted, value] = splitMember(member);
  const name = decodeString(quoted);
  const inner = documented?.get(name);
  if (isCredentialField(name) || (documented !== undefined && inner === undefined)) return undefined;
  const { text, isWhole } = cut(value, inner, levels);
  return { text: `${quoted}:${text}`, isWhole };
}
