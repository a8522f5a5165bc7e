/* The types of fleetglass/format. Nothing runs here: see `public-api.ts`. */
import type { CreateDatabaseRequest, Database, VectorIndex } from '../../src/index.js';
import { exactInt64 } from '../../src/index.js';
import {
  formatBytes,
  formatCount,
  formatNanoseconds,
  plans,
  platformOf,
  platforms,
  primaryRegions,
  readRegions,
  regionPlaces,
  selectRegionsOn,
  type Plan,
  type Platform,
  type PrimaryRegion,
  type ReadRegion,
} from '../../src/format/index.js';

export function formatsTheFieldsOfRecords(database: Database, index: VectorIndex): string[] {
  return [
    formatBytes(database.db_memory_threshold),
    formatBytes(index.max_monthly_bandwidth),
    formatCount(exactInt64(database, 'db_request_limit')),
    formatNanoseconds(database.db_conn_idle_timeout),
  ];
}

export function refusesTextOfAForm(typed: string): void {
  // @ts-expect-error a text is not an amount
  formatBytes(typed);
}

export const choicesAreThoseOfARequest: {
  platform: CreateDatabaseRequest['platform'];
  region: CreateDatabaseRequest['primary_region'];
  read: readonly NonNullable<CreateDatabaseRequest['read_regions']>[number][];
  plan: NonNullable<CreateDatabaseRequest['plan']>;
} = {
  platform: platforms[0] satisfies Platform,
  region: primaryRegions[17] satisfies PrimaryRegion,
  read: selectRegionsOn('aws', readRegions) satisfies readonly ReadRegion[],
  plan: plans[0] satisfies Plan,
};

export function knowsThePlatformOfAnyText(region: string): Platform {
  // @ts-expect-error a region that the document does not list has no platform
  const platform: Platform = platformOf(region);
  // @ts-expect-error such a region has no place
  void regionPlaces[region];
  // @ts-expect-error a platform that the document does not list
  selectRegionsOn('azure');
  // @ts-expect-error a region of a primary is not always one of a replica
  selectRegionsOn('gcp') satisfies readonly ReadRegion[];
  return platform;
}
