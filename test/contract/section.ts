import type { Section } from './read-sections.js';

/** @throws Error if there is no such section. */
export function sectionNamed(sections: readonly Section[], title: string): Section {
  const section = sections.find((candidate) => candidate.title === title);
  if (section === undefined) throw new Error(`api.md: no section ${title}`);
  return section;
}

/**
 * Finds a statement of a section that the tests rely on.
 *
 * @throws Error if the section does not say it.
 */
export function statementOf(section: Section, pattern: RegExp): string {
  const statement = section.statements.find((text) => pattern.test(text));
  if (statement === undefined) throw new Error(`api.md: ${section.title} does not say ${pattern}`);
  return statement;
}

/**
 * Finds a statement, and returns the part that `pattern` captures.
 *
 * @throws Error if the section does not say it.
 */
export function captureFrom(section: Section, pattern: RegExp): string {
  const captured = pattern.exec(statementOf(section, pattern))?.[1];
  if (captured === undefined) throw new Error(`api.md: ${section.title}: ${pattern} captured nothing`);
  return captured;
}

/**
 * With fewer parts, the document was not read completely. With more parts, the document has a part without a test.
 *
 * @throws Error if there are not exactly `count`, or if that is none.
 */
export function exactly<T>(count: number, what: string, found: readonly T[]): readonly T[] {
  if (found.length !== count || count === 0) throw new Error(`api.md: ${found.length} ${what}, expected ${count}`);
  return found;
}
