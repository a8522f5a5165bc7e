import { expect, it } from 'vitest';
import { createDatabaseSchema } from '../../src/core/records/create-database.js';
import {
  planNames,
  plans,
  platformNames,
  platformOf,
  platforms,
  primaryRegions,
  readRegions,
  regionPlaces,
  selectRegionsOn,
} from '../../src/format/index.js';
import { hostile } from '../support/hostile-values.js';

it('the lists for forms contain the values of a create request, each with a display name', () => {
  const { platform, plan, primary_region: primary, read_regions: read } = createDatabaseSchema.entries;
  expect([platforms, plans, primaryRegions]).toEqual([platform.options, plan.wrapped.options, primary.options]);
  expect(readRegions).toEqual(read.wrapped.item.options);
  expect(Object.keys(planNames)).toEqual(plans);
  expect(Object.keys(platformNames)).toEqual(platforms);
  expect(Object.keys(regionPlaces).toSorted()).toEqual(primaryRegions.toSorted());
});

it.each([['mars-1'], [''], ['toString'], ['__proto__'], [undefined], [null], [hostile]])(
  'platformOf returns undefined for an undocumented region (%#)',
  (region) => {
    expect(platformOf(region as string)).toBeUndefined();
  },
);

it('selectRegionsOn selects the regions of one platform, of all or of the given regions in their order', () => {
  expect(selectRegionsOn('gcp')).toEqual(['us-central1', 'us-east4', 'europe-west1', 'asia-northeast1']);
  expect([...selectRegionsOn('aws'), ...selectRegionsOn('gcp')].toSorted()).toEqual(primaryRegions.toSorted());
  expect(selectRegionsOn('azure' as 'aws')).toEqual([]);
  expect(selectRegionsOn('gcp', readRegions)).toEqual([]);
  expect(selectRegionsOn('aws', ['us-west-1', 'us-east4', 'us-east-1'])).toEqual(['us-west-1', 'us-east-1']);
});
