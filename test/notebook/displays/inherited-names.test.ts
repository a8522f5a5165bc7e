import { expect, it } from 'vitest';
import { decodeDatabase, decodeVectorIndices } from '../../../src/core/records/decode.js';
import { showFleet, showRecord } from '../../../src/notebook/index.js';
import { createFleetUnderTest } from '../../core/fleet/fleet-under-test.js';
import { inheritedNames } from '../../support/inherited-names.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { sampleVectorIndices } from '../../support/sample-vector-indices.js';

/** The record with a name in place of each text. Credentials are never shown. */
function withTexts(record: object, name: string): Record<string, unknown> {
  const texts = Object.entries(record).filter(
    ([field, value]) => typeof value === 'string' && !field.endsWith('token'),
  );
  return { ...record, ...Object.fromEntries(texts.map(([field]) => [field, name])) };
}

it.each(inheritedNames)('displays show records whose texts are %s', async (name) => {
  const record = withTexts(sampleDatabase, name);
  expect(String(showRecord(decodeDatabase(JSON.stringify(record)).record as never))).toContain(name);
  const { records } = decodeVectorIndices(JSON.stringify([withTexts(sampleVectorIndices(1)[0] as object, name)]));
  expect(String(showRecord(records?.[0] as never))).toContain(name);

  const { fleet, service, advance } = createFleetUnderTest();
  service.respond(() => ({ json: record }));
  fleet.databases.add([name]);
  await advance(1000);
  expect(fleet.databases.record(name).value?.state).toBe(name);
  expect(String(showFleet(fleet))).toContain(name);
});
