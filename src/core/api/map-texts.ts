import type { JsonObject } from './inspect.js';

/** What is said of each text of a JSON value: of the member names and the strings, at any depth. */
interface TextTests {
  readonly isName: (name: string) => boolean;
  readonly isText: (text: string) => boolean;
}

/** Whether a test holds for one of the texts of a JSON value. */
export function someText(value: unknown, tests: TextTests): boolean {
  if (typeof value === 'string') return tests.isText(value);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => someText(item, tests));
  for (const name in value) {
    if (tests.isName(name) || someText((value as JsonObject)[name], tests)) return true;
  }
  return false;
}

/** Gives a JSON value with each of its texts mapped. No member is lost where two names become the same. */
export function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  const members = new Map<string, unknown>();
  for (const [name, member] of Object.entries(value)) {
    let shown = map(name);
    while (shown !== name && (members.has(shown) || Object.hasOwn(value, shown))) shown += '_';
    members.set(shown, mapTexts(member, map));
  }
  return Object.fromEntries(members);
}
