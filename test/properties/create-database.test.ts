import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inspectCreateDatabase } from '../../src/core/records/create-database.js';
import { parseApiDocument } from '../contract/api-document.js';
import { createRequests } from '../contract/document-arbitraries.js';
import type { DocumentedField } from '../contract/documented-field.js';
import { nearRequestTexts } from '../contract/near-requests.js';

const document = parseApiDocument();
const { createRequest } = document;

const bodies = nearRequestTexts(document).map((text) => JSON.parse(text) as unknown);

/** The paths of the problems by the rules of api.md, in any order. */
function expectedPaths(body: unknown, allowUndocumented: boolean): string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [''];
  const members = new Map<string, unknown>(Object.entries(body));
  const wrong = createRequest.flatMap((field) =>
    members.has(field.name)
      ? wrongIn(field, members.get(field.name), allowUndocumented)
      : field.required
        ? [field.name]
        : [],
  );
  const unknown = [...members.keys()].filter((name) => createRequest.every((field) => field.name !== name));
  return [...wrong, ...(allowUndocumented ? [] : unknown)];
}

function wrongIn({ name, type, values }: DocumentedField, value: unknown, allowUndocumented: boolean): string[] {
  const isValue = (it: unknown): boolean => typeof it === 'string' && (allowUndocumented || values.includes(it));
  if (type === 'array of string enum') {
    if (!Array.isArray(value)) return [name];
    return value.flatMap((item, at) => (isValue(item) ? [] : [`${name}[${at}]`]));
  }
  const isRight = type === 'string enum' ? isValue(value) : isOfType(type, value);
  return isRight ? [] : [name];
}

function isOfType(type: DocumentedField['type'], value: unknown): boolean {
  if (type === 'int64' || type === 'integer') return Number.isSafeInteger(value);
  return typeof value === type;
}

describe('the inspection of a create request', () => {
  test.each([false, true])(
    'names each departure from api.md and nothing else, where undocumented values are allowed: %s',
    (allowUndocumented) => {
      const verdicts = { accepted: 0, refused: 0 };
      fc.assert(
        fc.property(bodies, (body) => {
          const issues = inspectCreateDatabase(body, { allowUndocumented });
          const paths = expectedPaths(body, allowUndocumented);
          expect(issues.map(({ path }) => path).toSorted()).toEqual(paths.toSorted());
          verdicts[issues.length === 0 ? 'accepted' : 'refused'] += 1;
        }),
        { numRuns: 1000 },
      );
      // The comparison needs both valid and invalid bodies.
      expect(Math.min(verdicts.accepted, verdicts.refused)).toBeGreaterThan(100);
    },
  );

  test('finds no problem in a valid request, and changes no request', () => {
    fc.assert(
      fc.property(createRequests(document), (request) => {
        expect(inspectCreateDatabase(request)).toEqual([]);
      }),
    );
    fc.assert(
      fc.property(bodies, (body) => {
        const before = JSON.stringify(body);
        inspectCreateDatabase(body);
        expect(JSON.stringify(body)).toBe(before);
      }),
    );
  });

  test('never throws for a JSON value, and returns paths and messages of limited size', () => {
    const anyJson = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(
        fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toString'), fc.string({ unit: 'binary' })),
        fc.jsonValue(),
        { maxKeys: 40 },
      ),
    );
    fc.assert(
      fc.property(anyJson, fc.boolean(), (value, allowUndocumented) => {
        const issues = inspectCreateDatabase(value, { allowUndocumented });
        expect(issues.length).toBeGreaterThan(0);
        expect(issues.filter(({ path, message }) => /[\p{Cc}\p{Cs}]/u.test(path + message))).toEqual([]);
        expect(issues.filter(({ path }) => path.length > 64)).toEqual([]);
      }),
    );
  });
});
