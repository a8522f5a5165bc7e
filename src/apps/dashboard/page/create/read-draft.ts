import { inspectCreateDatabase, type CreateDatabaseRequest } from '../../../../core/records/create-database.js';
import type { FleetIssue } from '../../../../core/shared/fleet-error.js';
import type { Choice, Draft } from './draft.js';

/** The request of a draft, or the issues of an invalid draft. */
export interface DraftReading {
  /** The request to send. Absent while the draft is invalid. */
  readonly request?: CreateDatabaseRequest;
  /** All issues, from the same check that a request passes before it is sent. */
  readonly issues: readonly FleetIssue[];
}

/** Converts a draft into a request. Empty fields are left out, so the service uses its defaults. */
export function readDraft(draft: Draft): DraftReading {
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
