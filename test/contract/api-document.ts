import { readFileSync } from 'node:fs';
import { fieldNamed, parseDatabase, parseRequest, parseVectorIndex, type DocumentedField } from './documented-field.js';
import { parseOperations, type DocumentedOperation } from './documented-operation.js';
import {
  captureFrom,
  codesIn,
  exactly,
  readSections,
  sectionNamed,
  statementOf,
  type Section,
} from './read-sections.js';

/** An item that api.md names as not shown. */
interface NotShown {
  /** The heading of its section. */
  readonly section: string;
  readonly subject: string;
}

/** All parts of api.md that a program can check. */
export interface ApiDocument {
  readonly database: readonly DocumentedField[];
  readonly vectorIndex: readonly DocumentedField[];
  readonly createRequest: readonly DocumentedField[];
  readonly operations: readonly DocumentedOperation[];
  readonly successStatus: number;
  /** Fields of the database record that are limits. */
  readonly databaseLimits: readonly string[];
  /** Fields of the vector index record that are limits. */
  readonly vectorIndexLimits: readonly string[];
  readonly notShown: readonly NotShown[];
}

/** The text of our copy of api.md. */
export const apiDocumentText: string = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');

/**
 * Reads api.md as data. The contract tests know the API only from this data, so an unexpected heading, count, type or enum is
 * an error, and never an empty list.
 *
 * @throws Error that names the missing part.
 */
export function parseApiDocument(markdown: string = apiDocumentText): ApiDocument {
  const sections = readSections(markdown);
  const createRequest = parseRequest(sectionNamed(sections, 'Create a database'));
  const database = parseDatabase(sectionNamed(sections, 'Database record'), createRequest);
  const vectorIndex = parseVectorIndex(sectionNamed(sections, 'Vector index record'));
  requireSameStates(sectionNamed(sections, 'States and transitions'), database);
  const limits = sectionNamed(sections, 'Limits');
  return {
    database,
    vectorIndex,
    createRequest,
    operations: parseOperations(sections),
    successStatus: Number(captureFrom(sectionNamed(sections, 'Endpoints'), /Success status is (\d+) for all three/)),
    databaseLimits: exactly(12, 'limits of a database', limitsIn(limits, /^Each database record/, database)),
    vectorIndexLimits: exactly(9, 'limits of an index', limitsIn(limits, /^Each vector index record/, vectorIndex)),
    notShown: parseNotShown(sections, markdown),
  };
}

function requireSameStates(section: Section, database: readonly DocumentedField[]): void {
  const [, ...states] = codesIn(statementOf(section, /field `state` takes the values/));
  if (String(states) !== String(fieldNamed(database, 'state').values)) throw new Error('api.md: two lists of states');
}

function limitsIn(section: Section, pattern: RegExp, fields: readonly DocumentedField[]): string[] {
  const codes = codesIn(statementOf(section, pattern));
  return codes.filter((code) => fields.some(({ name }) => name === code));
}

function parseNotShown(sections: readonly Section[], markdown: string): readonly NotShown[] {
  const found = sections.flatMap((section) =>
    textsOf(section).flatMap((text) =>
      Array.from(text.matchAll(/(?:^|[.;]\s+)([^.;]+): not shown\./g), ([, subject = '']) => ({
        section: section.title,
        subject,
      })),
    ),
  );
  return exactly(markdown.split('not shown').length - 1, 'things not shown', found);
}

function textsOf({ statements, rows }: Section): string[] {
  return [...statements, ...rows.flatMap((row) => Object.values(row))];
}
