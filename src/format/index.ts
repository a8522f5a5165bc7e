export { plans } from '../core/records/plans.js';
export { platforms, primaryRegions, readRegions } from '../core/records/regions.js';
export { planNames, type Plan } from './plans.js';
export {
  formatBytes,
  formatCompactCount,
  formatCount,
  formatMilliseconds,
  formatNanoseconds,
  formatUnixTime,
  type Quantity,
} from './quantities.js';
export {
  platformNames,
  platformOf,
  regionPlaces,
  selectRegionsOn,
  type Platform,
  type PrimaryRegion,
  type ReadRegion,
  type RegionPlace,
} from './regions.js';
