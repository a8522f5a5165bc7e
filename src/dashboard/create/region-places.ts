import type { CreateDatabaseRequest } from '../../api/create-database.js';

type Platform = CreateDatabaseRequest['platform'];
type Region = CreateDatabaseRequest['primary_region'];

/** Where a region is, and on which platform. */
export interface RegionPlace {
  readonly platform: Platform;
  readonly place: string;
}

/**
 * The documented regions as their platforms name them. The API's document says neither which region belongs to which
 * platform nor where one is; the names are those that the platforms publish.
 */
export const regionPlaces: Readonly<Record<Region, RegionPlace>> = {
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

/** Those of `regions` that are on a platform, in their order. */
export function selectRegionsOn<R extends Region>(platform: Platform, regions: readonly R[]): readonly R[] {
  return regions.filter((region) => regionPlaces[region].platform === platform);
}
