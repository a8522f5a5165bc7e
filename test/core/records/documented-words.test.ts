import { expect, test } from 'vitest';
import { databaseSchema } from '../../../src/core/records/database.js';
import { documentedWords } from '../../../src/core/records/documented-words.js';
import { vectorIndexSchema } from '../../../src/core/records/vector-index.js';

test('the documented words are the fields of the schemas and the values of their enums', () => {
  const words = [databaseSchema, vectorIndexSchema].flatMap(({ entries }) =>
    Object.entries(entries).flatMap(([name, schema]) => [name, ...('options' in schema ? schema.options : [])]),
  );
  expect(new Set(documentedWords.split(' '))).toEqual(new Set(words));
});
