import type { CreateDatabaseRequest } from '../core/records/create-database.js';
import { primaryRegions } from '../core/records/regions.js';

/** A cloud platform that a create request may name (api.md, Create a database). */
export type Platform = CreateDatabaseRequest['platform'];

/** A region that a primary can be in (api.md, Create a database). */
export type PrimaryRegion = CreateDatabaseRequest['primary_region'];

/** A region that a read replica can be in (api.md, Create a database). */
export type ReadRegion = NonNullable<CreateDatabaseRequest['read_regions']>[number];

/** The display name of each platform. */
export const platformNames: Readonly<Record<Platform, string>> = { aws: 'AWS', gcp: 'Google Cloud' };

/** The platform of a region, and the place that the platform publishes for it. */
export interface RegionPlace {
  readonly platform: Platform;
  /** A city, or a state or country: `Frankfurt`, `Ohio`. */
  readonly place: string;
}

/**
 * The platform and the place of each documented region. api.md documents neither. They are derived from the region names
 * that the platforms publish. Use them for the choices of a form and for warnings: no request is refused because of
 * them.
 */
export const regionPlaces: Readonly<Record<PrimaryRegion, RegionPlace>> = {
  'us-east-1': { platform: 'aws', place: 'N. Virginia' },
  'us-east-2': { platform: 'aws', place: 'Ohio' },
  'us-west-1': { platform: 'aws', place: 'N. California' },
  'us-west-2': { platform: 'aws', place: 'Oregon' },
  'ca-central-1': { platform: 'aws', place: 'Montréal' },
  'eu-central-1': { platform: 'aws', place: 'Frankfurt' },
  'eu-west-1': { platform: 'aws', place: 'Ireland' },
  'eu-west-2': { platform: 'aws', place: 'London' },
  'sa-east-1': { platform: 'aws', place: 'São Paulo' },
  'ap-south-1': { platform: 'aws', place: 'Mumbai' },
  'ap-northeast-1': { platform: 'aws', place: 'Tokyo' },
  'ap-southeast-1': { platform: 'aws', place: 'Singapore' },
  'ap-southeast-2': { platform: 'aws', place: 'Sydney' },
  'af-south-1': { platform: 'aws', place: 'Cape Town' },
  'us-central1': { platform: 'gcp', place: 'Iowa' },
  'us-east4': { platform: 'gcp', place: 'N. Virginia' },
  'europe-west1': { platform: 'gcp', place: 'Belgium' },
  'asia-northeast1': { platform: 'gcp', place: 'Tokyo' },
};

/**
 * The platform of a region, derived from its name. `undefined` for a region that the document does not list.
 *
 * @example
 * platformOf('us-east4'); // 'gcp'
 */
export function platformOf(region: string): Platform | undefined {
  const isDocumented = typeof region === 'string' && Object.hasOwn(regionPlaces, region);
  return isDocumented ? regionPlaces[region as PrimaryRegion].platform : undefined;
}

/**
 * Selects the primary regions of a platform, in their order.
 *
 * @example
 * selectRegionsOn('gcp'); // ['us-central1', 'us-east4', 'europe-west1', 'asia-northeast1']
 */
export function selectRegionsOn(platform: Platform): readonly PrimaryRegion[];
/**
 * Selects the regions of a platform among given regions, in their order.
 *
 * @param regions `readRegions` for the read replicas of a database
 */
export function selectRegionsOn<R extends PrimaryRegion>(platform: Platform, regions: readonly R[]): readonly R[];
export function selectRegionsOn(
  platform: Platform,
  regions: readonly PrimaryRegion[] = primaryRegions,
): readonly PrimaryRegion[] {
  return regions.filter((region) => platformOf(region) === platform);
}
