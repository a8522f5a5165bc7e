import type { CreateDatabaseRequest } from '../../../../core/records/create-database.js';
import { platformOf } from '../../../../format/regions.js';

/** An optional setting. Empty means the default of the service. */
export type Choice = '' | 'on' | 'off';

/** The unchecked content of the form. Empty fields are not sent. */
export interface Draft {
  readonly database_name: string;
  readonly platform: CreateDatabaseRequest['platform'];
  readonly primary_region: CreateDatabaseRequest['primary_region'] | '';
  readonly read_regions: readonly NonNullable<CreateDatabaseRequest['read_regions']>[number][];
  readonly plan: NonNullable<CreateDatabaseRequest['plan']> | '';
  /** The text of the input. */
  readonly budget: string;
  readonly eviction: Choice;
  readonly tls: Choice;
}

/** The initial content of the form. */
export const EMPTY_DRAFT: Draft = {
  database_name: '',
  platform: 'aws',
  primary_region: '',
  read_regions: [],
  plan: '',
  budget: '',
  eviction: '',
  tls: '',
};

/** Changes a draft. A change of the platform removes the regions that the new platform does not have. */
export function changeDraft(draft: Draft, change: Partial<Draft>): Draft {
  const next = { ...draft, ...change };
  if (next.platform === draft.platform) return next;
  const isOnPlatform = (region: CreateDatabaseRequest['primary_region']): boolean =>
    platformOf(region) === next.platform;
  return {
    ...next,
    primary_region: next.primary_region !== '' && isOnPlatform(next.primary_region) ? next.primary_region : '',
    read_regions: next.read_regions.filter(isOnPlatform),
  };
}
