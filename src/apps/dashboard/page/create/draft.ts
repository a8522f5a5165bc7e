import type { CreateDatabaseRequest } from '../../../../core/api/create-database.js';
import { platformOf } from '../../../../format/regions.js';

/** Whether something is wanted; an empty answer leaves it to the service. */
export type Choice = '' | 'on' | 'off';

/** What stands in the form, before anybody knows whether it can be sent. Empty is not given. */
export interface Draft {
  readonly database_name: string;
  readonly platform: CreateDatabaseRequest['platform'];
  readonly primary_region: CreateDatabaseRequest['primary_region'] | '';
  readonly read_regions: readonly NonNullable<CreateDatabaseRequest['read_regions']>[number][];
  readonly plan: NonNullable<CreateDatabaseRequest['plan']> | '';
  /** As it was typed. */
  readonly budget: string;
  readonly eviction: Choice;
  readonly tls: Choice;
}

/** A form that nobody touched. */
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

/** Changes a draft. Regions that the platform does not have go with the platform. */
export function changeDraft(draft: Draft, change: Partial<Draft>): Draft {
  const next = { ...draft, ...change };
  if (next.platform === draft.platform) return next;
  const isThere = (region: CreateDatabaseRequest['primary_region']): boolean => platformOf(region) === next.platform;
  return {
    ...next,
    primary_region: next.primary_region !== '' && isThere(next.primary_region) ? next.primary_region : '',
    read_regions: next.read_regions.filter(isThere),
  };
}
