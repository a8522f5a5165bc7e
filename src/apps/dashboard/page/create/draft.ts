import { useState } from 'react';
import { type CreateDatabaseRequest, inspectCreateDatabase } from '../../../../core/records/create-database.js';
import { readRegions } from '../../../../core/records/regions.js';
import { type Platform, platformOf, type ReadRegion, selectRegionsOn } from '../../../../format/regions.js';
import { type CreateField, explainIssue } from './describe-create-error.js';

/** The fields whose value is a text, as it was typed or chosen. */
export type TextField = Exclude<CreateField, 'platform' | 'read_regions'>;

/** The unchecked request. Empty texts and lists are not sent. */
export interface Draft extends Readonly<Record<TextField, string>> {
  readonly platform: Platform;
  readonly read_regions: readonly ReadRegion[];
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

/** The primary region is left out, because it has the data anyway. */
export function selectReadRegions({ platform, primary_region: primary }: Draft): Draft['read_regions'] {
  return selectRegionsOn(platform, readRegions).filter((region) => region !== primary);
}

export function changeDraft(draft: Draft, change: Partial<Draft>): Draft {
  const changed = { ...draft, ...change };
  const { platform, primary_region: primary, read_regions: chosen } = changed;
  const offered = selectReadRegions(changed);
  return {
    ...changed,
    primary_region: platformOf(primary) === platform ? primary : '',
    read_regions: chosen.filter((region) => offered.includes(region)),
  };
}

function readDraft(draft: Draft) {
  const { database_name: name, eviction, tls } = draft;
  const budget = draft.budget.trim();
  const fields = {
    ...draft,
    database_name: name.trim(),
    // A text that is not an integer stays a text, so that the check reports it.
    budget: /^[+-]?\d+$/.test(budget) ? Number(budget) : budget,
    eviction: eviction && eviction === 'true',
    tls: tls && tls === 'true',
  };
  const request: unknown = Object.fromEntries(Object.entries(fields).filter(([, value]) => String(value) !== ''));
  const issues = inspectCreateDatabase(request);
  // `inspectCreateDatabase` has just validated it.
  return issues.length > 0 ? { issues } : { issues, request: request as CreateDatabaseRequest };
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
