import { inspectCreateDatabase, type CreateDatabaseRequest } from '../../../../core/api/create-database.js';
import type { FleetIssue } from '../../../../core/shared/fleet-error.js';
import type { Choice, Draft } from './draft.js';

/** A draft as a request, or why it is none. */
export interface DraftReading {
  /** What would be sent; absent while something is wrong with it. */
  readonly request?: CreateDatabaseRequest;
  /** Everything that is wrong, by the check that a request goes through before it is sent. */
  readonly issues: readonly FleetIssue[];
}

/** Reads a draft. What is not given is left out of the request: the service then decides. */
export function readDraft(draft: Draft): DraftReading {
  const given = Object.fromEntries(Object.entries(fieldsOf(draft)).filter(([, value]) => value !== undefined));
  const issues = inspectCreateDatabase(given);
  // It has just been checked.
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

/** What is no whole number stays the text it is: then the check says so. */
function budgetOf(text: string): unknown {
  if (text === '') return undefined;
  return /^[+-]?\d+$/.test(text) ? Number(text) : text;
}

function flagOf(choice: Choice): boolean | undefined {
  return choice === '' ? undefined : choice === 'on';
}
