import { decodeDatabaseValue } from '../api/decode.js';
import type { Database } from '../api/database.js';
import { checkCall } from '../api/inspect-call.js';
import { provenanceOf } from '../api/provenance.js';
import type { SecretSearch } from '../api/mentions-secret.js';
import { containsSecret } from '../api/mask-credentials.js';
import { anAmount, type OptionRules } from '../api/read-options.js';
import { invalidRequest, issuesIn } from '../api/refuse-issues.js';
import { serialize } from '../api/serialize.js';
import type { PollGroup } from '../polling/poll-group.js';
import type { Commits } from '../state/commits.js';
import type { EntityStore } from '../state/entity-store.js';
import { failed, requested } from '../state/entry.js';
import type { Answers } from './answers.js';
import type { LastRequests } from './database-polls.js';
import type { EffectContext } from './effect-context.js';
import type { KnownIds } from './known-ids.js';

/** The options of `databases.put`. */
export interface PutOptions {
  /** When the record was read from the service, Unix milliseconds. A time in the future counts as now. @default now */
  readonly readAt?: number | undefined;
}

const putRules = { readAt: [anAmount[0], 'Unix milliseconds'] } satisfies OptionRules;

/** Commits a record that came from elsewhere. */
export type PutDatabase = (record: unknown, options?: PutOptions) => void;

/** The parts of a fleet that a put uses. */
export interface PutDatabaseParts {
  readonly commits: Commits;
  readonly databases: EntityStore<Database>;
  readonly answers: Answers<Database>;
  readonly lastRequests: LastRequests;
  readonly known: Pick<KnownIds<Database>, 'retain'>;
  readonly polls: Pick<PollGroup<Database>, 'confirmed'>;
  /** The largest record, in characters of JSON. */
  readonly limit: number;
}

export function createPutDatabase(
  { clock, orders, operations }: Pick<EffectContext, 'clock' | 'orders' | 'operations'>,
  { commits, databases, answers, lastRequests, known, polls, limit }: PutDatabaseParts,
): PutDatabase {
  /** To be called within a commit. */
  function put(answer: Database, at: number): void {
    const id = answer.database_id;
    const { confirmedAt = -Infinity, status, fetching, error } = databases.peek(id);
    const request = lastRequests.get(id);
    const isOlder = request !== undefined && at < request.startedAt;
    if (at < confirmedAt || (isOlder && status === 'missing')) return;
    databases.confirm(id, orders.now(), answers.split(id, answer), at);
    if (isOlder) request.order = orders.now();
    else if (request !== undefined) request.isSuperseded = true;
    // The request in flight goes on, and the failure of a later request stays.
    if (isOlder && error !== undefined) databases.update(id, (entry) => failed(entry, error));
    if (fetching) databases.update(id, requested);
    known.retain(id);
    polls.confirmed(id);
  }

  return (given, options) => {
    const { readAt } = checkCall('configure', options, putRules);
    const answer = readRecord(given, limit, operations().isEcho);
    const now = clock.now();
    const at = Math.min(readAt ?? now, now);
    commits.commit(() => put(answer, at));
  };
}

/**
 * Copies and decodes a record from outside.
 *
 * @throws FleetError `invalid-request`
 */
function readRecord(given: unknown, limit: number, isEcho: SecretSearch | undefined): Database {
  // The copy is checked and used, so that getters and proxies cannot give other values after the check.
  const text = serialize(given);
  const value: unknown = text.length > limit ? undefined : JSON.parse(text);
  // A record of the client has the exact digits of its integers. Its copy has only the rounded numbers.
  const { record, drift } = decodeDatabaseValue(value, provenanceOf(given as object)?.exact);
  if (record !== undefined) {
    // A program that forwards the service's answers may forward one in which the service repeats the request.
    const isSecret = (text: unknown): boolean => text !== record.database_id && isEcho?.(text) === true;
    if (!containsSecret(record, isSecret)) return record;
    throw invalidRequest('configure', [{ path: 'record', message: "remove the account's credentials from it" }]);
  }
  const issues = drift.map(({ path, expected }) => ({
    path,
    message: `expected ${expected}${path === '' ? ` as JSON of at most ${limit} characters` : ''}`,
  }));
  throw invalidRequest('configure', issuesIn('record', issues));
}
