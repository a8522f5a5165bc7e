/** Cloud platforms (api.md, Create a database). */
export const platforms = ['aws', 'gcp'] as const;

/** Regions a read replica can be in (api.md, Create a database). */
export const readRegions = [
  'us-east-1',
  'us-east-2',
  'us-west-1',
  'us-west-2',
  'ca-central-1',
  'eu-central-1',
  'eu-west-1',
  'eu-west-2',
  'sa-east-1',
  'ap-south-1',
  'ap-northeast-1',
  'ap-southeast-1',
  'ap-southeast-2',
] as const;

/** Regions a primary can be in (api.md, Create a database). */
export const primaryRegions = [
  ...readRegions,
  'af-south-1',
  'us-central1',
  'us-east4',
  'europe-west1',
  'asia-northeast1',
] as const;
