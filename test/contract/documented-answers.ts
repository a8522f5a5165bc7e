import { expect } from 'vitest';
import { document } from './api-document.js';
import type { JsonObject } from './document-arbitraries.js';
import { createConformance, databaseJsonSchema, vectorIndicesJsonSchema } from './document-schemas.js';
import type { Answer, ServiceUnderTest } from './service-under-test.js';

/** The local service's names for credential fields, since api.md does not name them. */
export const DATABASE_CREDENTIALS = ['password', 'rest_token', 'read_only_rest_token'] as const;

/** Creates functions that send requests to a service, and fail the test if an answer departs from api.md. */
export function createDocumentedAnswers(service: ServiceUnderTest) {
  const withoutCredentials = createConformance(databaseJsonSchema());
  const withCredentials = createConformance({
    ...databaseJsonSchema(DATABASE_CREDENTIALS),
    required: [...document.database.map(({ name }) => name), ...DATABASE_CREDENTIALS],
  });
  const indices = createConformance(vectorIndicesJsonSchema());
  const expectSuccess = ({ status, contentType, text }: Answer): void => {
    expect({ status, contentType }, text).toEqual({ status: document.successStatus, contentType: 'application/json' });
  };

  return {
    async create(request: JsonObject): Promise<JsonObject> {
      const answer = await service.send('Create a database', { body: JSON.stringify(request) });
      expectSuccess(answer);
      expect(withCredentials(answer.value)).toEqual([]);
      return answer.value as JsonObject;
    },
    /** Reads a database with and without its credentials. Returns the answer without them. */
    async get(id: unknown): Promise<JsonObject> {
      const shown = await service.send('Get a database', { id: String(id) });
      expectSuccess(shown);
      expect(withCredentials(shown.value)).toEqual([]);
      const hidden = await service.send('Get a database', { id: String(id), query: '?credentials=hide' });
      expectSuccess(hidden);
      expect(withoutCredentials(hidden.value)).toEqual([]);
      return hidden.value as JsonObject;
    },
    async list(): Promise<JsonObject[]> {
      const answer = await service.send('List vector indices');
      expectSuccess(answer);
      expect(indices(answer.value)).toEqual([]);
      return answer.value as JsonObject[];
    },
  };
}
