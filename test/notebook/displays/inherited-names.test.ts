import { expect, it } from 'vitest';
import { decodeDatabase, decodeVectorIndices } from '../../../src/core/records/decode.js';
import { showFleet, showRecord } from '../../../src/notebook/index.js';
import { createFleetUnderTest } from '../../core/fleet/fleet-under-test.js';
import { inheritedNames } from '../../support/inherited-names.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { sampleVectorIndices } from '../../support/sample-vector-indices.js';

const sampleIndex = sampleVectorIndices(1)[0] as object;

/** Each text of a record with each name. Credentials are never shown. */
const casesOf = (record: object): (readonly [field: string, name: string])[] =>
  Object.entries(record)
    .filter(([field, value]) => typeof value === 'string' && !field.endsWith('token'))
    .flatMap(([field]) => inheritedNames.map((name) => [field, name] as const));

it.each(casesOf(sampleDatabase))('showRecord shows a database whose %s is %s', (field, name) => {
  const { record } = decodeDatabase(JSON.stringify({ ...sampleDatabase, [field]: name }));
  expect(String(showRecord(record as never))).toContain(name);
});

it.each(casesOf(sampleIndex))('showRecord shows an index whose %s is %s', (field, name) => {
  const { records } = decodeVectorIndices(JSON.stringify([{ ...sampleIndex, [field]: name }]));
  expect(String(showRecord(records?.[0] as never))).toContain(name);
});

it.each(inheritedNames)('showFleet shows a database whose id and texts are %s', async (name) => {
  const { fleet, service, advance } = createFleetUnderTest();
  const texts = casesOf(sampleDatabase).map(([field]) => [field, name]);
  service.respond(() => ({ json: { ...sampleDatabase, ...Object.fromEntries(texts) } }));
  fleet.databases.add([name]);
  await advance(1000);
  expect(fleet.databases.record(name).value?.state).toBe(name);
  expect(String(showFleet(fleet))).toContain(name);
});
