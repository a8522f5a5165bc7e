import { useState } from 'react';
import { type CreateDatabaseRequest, inspectCreateDatabase } from '../../../../core/records/create-database.js';
import { readRegions } from '../../../../core/records/regions.js';
import { platformOf, type ReadRegion, selectRegionsOn } from '../../../../format/regions.js';
import { type CreateField, explainIssue } from './describe-create-error.js';

/** The unchecked request, with texts as they were typed. Empty texts and lists are not sent. */
export interface Draft {
  readonly database_name: string;
  readonly platform: CreateDatabaseRequest['platform'];
  readonly primary_region?: CreateDatabaseRequest['primary_region'] | undefined;
  readonly read_regions: readonly ReadRegion[];
  readonly plan?: CreateDatabaseRequest['plan'] | undefined;
  readonly budget: string;
  readonly eviction?: boolean | undefined;
  readonly tls?: boolean | undefined;
}

export const EMPTY_DRAFT: Draft = { database_name: '', platform: 'aws', read_regions: [], budget: '' };

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
    primary_region: platformOf(primary ?? '') === platform ? primary : undefined,
    read_regions: chosen.filter((region) => offered.includes(region)),
  };
}

/** Returns all issues, by the check that each request passes before it is sent, and the request if there are no issues. */
export function readDraft(draft: Draft) {
  const { database_name: name, read_regions: regions, budget } = draft;
  const amount = budget.trim();
  const request = {
    ...draft,
    database_name: name.trim() || undefined,
    read_regions: regions.length > 0 ? regions : undefined,
    // A text that is not an integer stays a text, so that the check reports it.
    budget: /^[+-]?\d+$/.test(amount) ? Number(amount) : amount || undefined,
  };
  const issues = inspectCreateDatabase(request);
  // `inspectCreateDatabase` has just validated it, and JSON leaves out what is undefined.
  return issues.length > 0 ? { issues } : { issues, request: request as unknown as CreateDatabaseRequest };
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
    isDirty: JSON.stringify(draft) !== JSON.stringify(EMPTY_DRAFT),
    change: (change: Partial<Draft>): void => setDraft((before) => changeDraft(before, change)),
    clear(): void {
      setDraft(EMPTY_DRAFT);
      setTouched(new Set());
    },
    /** Marks a field as touched: from now on its error is shown. */
    touch: (field: CreateField): void => setTouched((before) => new Set([...before, field])),
    touchAll: (): void => setTouched((before) => new Set([...before, ...issues.map(({ path }) => path)])),
    errorOf: (field: CreateField): string | undefined => (touched.has(field) ? explainIssue(issues, field) : undefined),
  };
}
