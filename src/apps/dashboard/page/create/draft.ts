import { useState } from 'react';
import { type CreateDatabaseRequest, inspectCreateDatabase } from '../../../../core/records/create-database.js';
import { readRegions } from '../../../../core/records/regions.js';
import { platformOf, selectRegionsOn } from '../../../../format/regions.js';
import { type CreateField, explainIssue, selectInvalidFields } from './describe-create-error.js';

/** An optional setting. Empty means the default of the service. */
export type Choice = '' | 'on' | 'off';

/** The unchecked content of the form. Empty fields are not sent. */
export interface Draft {
  readonly database_name: string;
  readonly platform: CreateDatabaseRequest['platform'];
  readonly primary_region: CreateDatabaseRequest['primary_region'] | '';
  readonly read_regions: readonly NonNullable<CreateDatabaseRequest['read_regions']>[number][];
  readonly plan: NonNullable<CreateDatabaseRequest['plan']> | '';
  readonly budget: string;
  readonly eviction: Choice;
  readonly tls: Choice;
}

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

/** The read regions that a draft can choose: all of its platform, except the primary region, which has the data anyway. */
export function selectReadRegions({ platform, primary_region: primary }: Draft): Draft['read_regions'] {
  return selectRegionsOn(platform, readRegions).filter((region) => region !== primary);
}

/** Changes a draft, and removes the regions that its new platform or its new primary region excludes. */
export function changeDraft(draft: Draft, change: Partial<Draft>): Draft {
  const changed = { ...draft, ...change };
  const { platform, primary_region: primary, read_regions: chosen } = changed;
  const offered = selectReadRegions(changed);
  return {
    ...changed,
    primary_region: primary !== '' && platformOf(primary) === platform ? primary : '',
    read_regions: chosen.filter((region) => offered.includes(region)),
  };
}

/** Returns all issues, by the check that each request passes before it is sent, and the request if there are no issues. */
export function readDraft(draft: Draft) {
  const given = Object.fromEntries(Object.entries(fieldsOf(draft)).filter(([, value]) => value !== undefined));
  const issues = inspectCreateDatabase(given);
  // `inspectCreateDatabase` has just validated it.
  return issues.length > 0 ? { issues } : { issues, request: given as unknown as CreateDatabaseRequest };
}

function fieldsOf(draft: Draft): Record<keyof CreateDatabaseRequest, unknown> {
  return {
    database_name: draft.database_name.trim() || undefined,
    platform: draft.platform,
    primary_region: draft.primary_region || undefined,
    read_regions: draft.read_regions.length > 0 ? draft.read_regions : undefined,
    plan: draft.plan || undefined,
    budget: budgetOf(draft.budget.trim()),
    eviction: flagOf(draft.eviction),
    tls: flagOf(draft.tls),
  };
}

/** A text that is not an integer stays a text, so that the check reports it. */
function budgetOf(text: string): unknown {
  if (text === '') return undefined;
  return /^[+-]?\d+$/.test(text) ? Number(text) : text;
}

function flagOf(choice: Choice): boolean | undefined {
  return choice === '' ? undefined : choice === 'on';
}

export type DraftState = ReturnType<typeof useDraft>;

/** Validates the form at each change. An error appears after its field was touched, and disappears when the field is valid. */
export function useDraft() {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const reading = readDraft(draft);
  const { issues } = reading;
  return {
    ...reading,
    draft,
    isDirty: draft !== EMPTY_DRAFT && JSON.stringify(draft) !== JSON.stringify(EMPTY_DRAFT),
    change: (change: Partial<Draft>): void => setDraft((before) => changeDraft(before, change)),
    /** Marks a field as touched: from now on its error is shown. */
    touch: (field: CreateField): void => setTouched((before) => new Set([...before, field])),
    touchAll: (): void => setTouched((before) => new Set([...before, ...selectInvalidFields(issues)])),
    errorOf: (field: CreateField): string | undefined => (touched.has(field) ? explainIssue(issues, field) : undefined),
  };
}
