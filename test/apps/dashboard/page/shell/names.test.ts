import { expect, it } from 'vitest';
import { placeOf, platformNameOf } from '../../../../../src/apps/dashboard/page/shell/names.js';
import { inheritedNames } from '../../../../support/inherited-names.js';

it.each(inheritedNames)('a region that is called %s has no place and no platform', (region) => {
  expect([placeOf(region), platformNameOf(region)]).toEqual(['', '']);
});

it('a documented region has both', () => {
  expect([placeOf('us-east-1'), platformNameOf('us-east-1')]).toEqual(['N. Virginia', 'AWS']);
});
