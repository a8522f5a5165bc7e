import { describe, expect, it } from 'vitest';
import { parseApiDocument } from './api-document.js';
import { createConformance, type Conformance } from './conformance.js';
import { departuresIn } from './departures.js';
import { createRequests, databases, vectorIndices, type JsonObject } from './document-arbitraries.js';
import { createRequestJsonSchema, databaseJsonSchema, vectorIndicesJsonSchema } from './document-schemas.js';
import type { DocumentedField } from './documented-field.js';
import { sampleOf } from './sample-of.js';

const document = parseApiDocument();
const database = createConformance(databaseJsonSchema(document));
const request = createConformance(createRequestJsonSchema(document));
const indices = createConformance(vectorIndicesJsonSchema(document));
const point = { x: '2025-10-19 18:33:05.244 +0000 UTC', y: 1.5 };

const aDatabase = conforming(sampleOf(databases(document)));
const aRequest = sampleOf(createRequests(document));
const anIndex = conforming(sampleOf(vectorIndices(document)));

function without(record: JsonObject, name: string): JsonObject {
  const { [name]: _, ...others } = record;
  return others;
}

/** Adds the formats of strings, which the generators do not know. */
function conforming(record: JsonObject): JsonObject {
  const owned: JsonObject = { ...record, customer_id: 'owner@example.com' };
  return 'throughput_vector' in owned
    ? { ...owned, type: 'fixed', reserved_price: 60, throughput_vector: [point] }
    : owned;
}

/** Returns the departures that the schema accepts. */
function acceptedDepartures(conformance: Conformance, record: JsonObject, field: DocumentedField): unknown[] {
  return departuresIn(record, field).filter((departure) => conformance(departure.record).length === 0);
}

describe('the schemas derived from api.md', () => {
  it('accept what api.md describes', () => {
    expect(database(aDatabase)).toEqual([]);
    expect(request(aRequest)).toEqual([]);
    expect(indices([anIndex])).toEqual([]);
  });

  it.each(document.database)('refuse a database without $name, with another type or an unknown value', (field) => {
    expect(acceptedDepartures(database, aDatabase, field)).toEqual([]);
  });

  it.each(document.vectorIndex)('refuse an index without $name, with another type or an unknown value', (field) => {
    expect(acceptedDepartures((record) => indices([record]), anIndex, field)).toEqual([]);
  });

  it.each(document.createRequest)('refuse a request without $name, with another type or an unknown value', (field) => {
    expect(acceptedDepartures(request, aRequest, field)).toEqual([]);
  });

  it('refuse fields that api.md does not list', () => {
    expect(database({ ...aDatabase, password: 'p' })).not.toEqual([]);
    expect(request({ ...aRequest, size: 'L' })).not.toEqual([]);
    expect(indices([{ ...anIndex, password: 'p' }])).not.toEqual([]);
  });

  it('accept credentials of a database where they are expected, and only as text', () => {
    const withCredentials = createConformance(databaseJsonSchema(document, ['password']));
    expect(withCredentials({ ...aDatabase, password: 'p' })).toEqual([]);
    expect(withCredentials({ ...aDatabase, password: 1 })).not.toEqual([]);
    expect(withCredentials({ ...aDatabase, rest_token: 'p' })).not.toEqual([]);
  });

  it('require a price only for an index with a monthly price', () => {
    const unpriced = without(anIndex, 'reserved_price');
    expect(indices([{ ...anIndex, type: 'fixed' }])).toEqual([]);
    expect(indices([{ ...unpriced, type: 'fixed' }])).not.toEqual([]);
    expect(indices([{ ...anIndex, type: 'free' }])).not.toEqual([]);
    expect(indices([{ ...unpriced, type: 'payg' }])).toEqual([]);
  });

  it('require times, owners and members in the form of api.md', () => {
    for (const x of [
      '2025-10-19T18:33:05.244Z',
      '2025-10-19 18:33:05 +0000 UTC',
      '2025-10-19 18:33:05.2445 +0000 UTC',
    ]) {
      expect(indices([{ ...anIndex, throughput_vector: [{ ...point, x }] }])).not.toEqual([]);
    }
    expect(indices([{ ...anIndex, throughput_vector: [without(point, 'y')] }])).not.toEqual([]);
    expect(database({ ...aDatabase, customer_id: 'demo' })).not.toEqual([]);
    const securityAddons = without(aDatabase['securityAddons'] as JsonObject, 'vpcPeering');
    expect(database({ ...aDatabase, securityAddons })).not.toEqual([]);
    expect(request({ ...aRequest, read_regions: ['eu-west-1', 'other'] })).not.toEqual([]);
  });

  it('distinguish the string true from the boolean, and an integer from a fraction', () => {
    expect(database({ ...aDatabase, prometheus_enabled: true })).not.toEqual([]);
    expect(database({ ...aDatabase, port: 6379.5 })).not.toEqual([]);
    expect(database({ ...aDatabase, port: 1e19 })).not.toEqual([]);
    expect(request({ ...aRequest, budget: 1.5 })).not.toEqual([]);
  });
});
