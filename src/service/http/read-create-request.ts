import { HTTPError } from 'h3';
import { createDatabaseSchema, inspectCreateDatabase } from '../../core/records/create-database.js';
import { isObject } from '../../core/shared/is-object.js';
import type { FleetIssue } from '../../core/shared/fleet-error.js';
import { printableName } from '../../core/shared/member-path.js';
import type { NewDatabase } from '../account/database-record.js';
import { parseExactJson } from '../shared/exact-json.js';

/** A create request, and the names of the undocumented fields in its body. */
export interface ReadCreateRequest {
  readonly request: NewDatabase;
  /** The first 20 names, in a printable form. */
  readonly ignoredFields: readonly string[];
}

const MAX_IGNORED = 20;

/**
 * Reads a create request from its JSON text (api.md, Create a database).
 *
 * @param isStrict refuses unknown fields. Otherwise they are ignored, because real clients send some.
 * @throws HTTPError 400 that names every invalid path.
 */
export function readCreateRequest(text: string, isStrict: boolean): ReadCreateRequest {
  const body = parse(text);
  const unknown = isObject(body) && !isStrict ? Object.keys(body).filter((name) => !isKnown(name)) : [];
  const known = ([name]: readonly [string, unknown]): boolean => isKnown(name);
  const value = isObject(body) && unknown.length > 0 ? Object.fromEntries(Object.entries(body).filter(known)) : body;
  const budget = largeBudget(value, text);
  const inspected = budget === undefined || !isObject(value) ? value : { ...value, budget: 0 };
  const issues = inspectCreateDatabase(inspected);
  if (issues.length > 0) throw new HTTPError({ status: 400, message: summaryOf(issues), data: issues });
  const request = budget === undefined ? (value as NewDatabase) : { ...(value as NewDatabase), budget };
  return { request, ignoredFields: unknown.slice(0, MAX_IGNORED).map(printableName) };
}

function isKnown(name: string): boolean {
  return Object.hasOwn(createDatabaseSchema.entries, name);
}

/** Paths only. The issues hold the expected values, and clients may truncate an error message. */
function summaryOf(issues: readonly FleetIssue[]): string {
  const paths = issues.map(({ path }) => path || 'the body as a whole');
  return `invalid or missing: ${paths.join(', ')}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the text.
    throw new HTTPError({ status: 400, message: 'the body is not JSON' });
  }
}

/** Reads a budget that is an int64 and not a safe integer. The schema accepts safe integers only. */
function largeBudget(value: unknown, text: string): bigint | undefined {
  if (!isObject(value) || !Number.isInteger(value['budget']) || Number.isSafeInteger(value['budget'])) return undefined;
  const { budget } = parseExactJson(text) as { readonly budget: number | bigint };
  // An integer with an exponent, such as 9e18, is read as a number, and that number is exact.
  const exact = BigInt(budget);
  return BigInt.asIntN(64, exact) === exact ? exact : undefined;
}
