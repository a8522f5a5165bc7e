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

/** The text of our copy of api.md. */
export const apiDocumentText: string = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');

const sections = readSections(apiDocumentText);
const limits = sectionNamed(sections, 'Limits');
const createRequest = parseRequest(sectionNamed(sections, 'Create a database'));
const database = parseDatabase(sectionNamed(sections, 'Database record'), createRequest);
const vectorIndex = parseVectorIndex(sectionNamed(sections, 'Vector index record'));
requireSameStates(sectionNamed(sections, 'States and transitions'));

/**
 * All parts of api.md that a program can check. The contract tests know the API only from this data, so an unexpected
 * heading, count, type or enum is an error, and never an empty list.
 */
export const document = {
  database,
  vectorIndex,
  createRequest,
  operations: parseOperations(sections),
  successStatus: Number(captureFrom(sectionNamed(sections, 'Endpoints'), /Success status is (\d+) for all three/)),
  databaseLimits: exactly(12, 'limits of a database', limitsIn(/^Each database record/, database)),
  vectorIndexLimits: exactly(9, 'limits of an index', limitsIn(/^Each vector index record/, vectorIndex)),
  notShown: parseNotShown(),
};

/** @throws Error if there is no such operation. */
export function operationNamed(name: string): DocumentedOperation {
  const operation = document.operations.find((candidate) => candidate.name === name);
  if (operation === undefined) throw new Error(`api.md: no operation ${name}`);
  return operation;
}

function requireSameStates(section: Section): void {
  const [, ...states] = codesIn(statementOf(section, /field `state` takes the values/));
  if (String(states) !== String(fieldNamed(database, 'state').values)) throw new Error('api.md: two lists of states');
}

function limitsIn(pattern: RegExp, fields: readonly DocumentedField[]): string[] {
  const codes = codesIn(statementOf(limits, pattern));
  return codes.filter((code) => fields.some(({ name }) => name === code));
}

/** The items that api.md names as not shown, with the headings of their sections. */
function parseNotShown() {
  const found = sections.flatMap(({ title, statements, rows }) =>
    [...statements, ...rows.flatMap((row) => Object.values(row))].flatMap((text) =>
      Array.from(text.matchAll(/(?:^|[.;]\s+)([^.;]+): not shown\./g), ([, subject = '']) => ({
        section: title,
        subject,
      })),
    ),
  );
  return exactly(apiDocumentText.split('not shown').length - 1, 'things not shown', found);
}
