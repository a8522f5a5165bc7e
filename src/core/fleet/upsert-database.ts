import type { Database } from '../records/database.js';
import { copyExactIntegers } from '../records/exact-int64.js';
import { containsSecret } from '../records/mask-secrets.js';
import { readRecord } from '../records/read-record.js';
import { idFields } from '../shared/resource-kind.js';
import type { SecretSearch } from '../wire/secret-search.js';
import { custom, isAmount, optional } from '../shared/option-schemas.js';
import { checkOptions } from '../shared/read-options.js';
import { invalidRequest, issuesIn, issueUnless, refuseIssues } from '../shared/refuse-issues.js';
import { serialize } from '../shared/serialize.js';
import { failed, requested } from '../store/entry.js';
import type { Fleet } from './fleet.js';
import { liveKernelOf } from './kernel.js';

/** The options of `upsertDatabase`. */
export interface UpsertOptions {
  /** When the record was read from the service, Unix milliseconds. A time in the future counts as now. @default now */
  readonly readAt?: number | undefined;
}

const upsertOptions = { readAt: optional(custom<number>(isAmount, 'Unix milliseconds')) };

/**
 * Takes a record that was learnt elsewhere, for example by a webhook or from a server that rendered the page. It is
 * decoded as an answer of the service is, its credentials are split off, and it makes transitions as an answer does.
 *
 * Of two records of an id, the one that was read later counts. The call changes nothing if `readAt` is before the entry's
 * `confirmedAt`, or before the start of a request that was answered with 404. The answer to a request in flight counts if
 * the request started after `readAt`.
 *
 * The id does not become known: call `databases.add` or `track` for that. The record of an id that is not known is kept for
 * `retainMs`. Inside a subscriber, the call takes effect after the running notification.
 *
 * @param record all fields of the record, as the service returns them; at most `recordLimitBytes` characters of JSON.
 *   Pass the record of `decodeDatabase(text)` to keep every digit of integers beyond 2^53.
 * @throws FleetError `invalid-request`, whose `issues` name each invalid path; then nothing is changed; `disposed`
 * @example
 * ```ts
 * upsertDatabase(fleet, event.database, { readAt: Date.parse(event.time) });
 * ```
 * @see api.md, Resources and their fields, Database record.
 */
export function upsertDatabase(fleet: Fleet, record: Database, options?: UpsertOptions): void {
  const kernel = liveKernelOf(fleet, 'upsertDatabase');
  const { effects, databases, answers, reads, known, commits, options: settings } = kernel;
  const { clock, orders, operations } = effects;
  const now = clock.now();
  const { readAt = now } = checkOptions('configure', upsertOptions, options);
  // A time in seconds would be too old to replace any record. 0 means that the time is not known.
  refuseIssues('configure', issueUnless(readAt === 0 || readAt >= now / 100, 'readAt', 'expected Unix milliseconds'));
  const answer = readGiven(record, settings.recordLimitBytes, operations.isEcho);
  const id = answer.database_id;
  const at = Math.min(readAt, now);
  commits.commit(() => {
    const { confirmedAt = -Infinity, status, fetching, error } = databases.peek(id);
    const request = reads.lastRequests.get(id);
    const isOlder = request !== undefined && at < request.startedAt;
    // A time in the future comes from the clock of another computer.
    if (at < Math.min(confirmedAt, now) || (isOlder && status === 'missing')) return;
    databases.confirm(id, orders.forChange(), answers.database.split(id, answer), at);
    if (isOlder) request.order = orders.forChange();
    else if (request !== undefined) request.isSuperseded = true;
    // The request in flight continues, and the failure of a later request stays.
    if (isOlder && error !== undefined) databases.update(id, (entry) => failed(entry, error));
    if (fetching) databases.update(id, requested);
    known.confirmed(id);
  });
}

/** Copies and decodes a record from outside. @throws FleetError `invalid-request` */
function readGiven(given: unknown, limit: number, isEcho: SecretSearch | undefined): Database {
  // The copy is checked and used, so that getters and proxies cannot give other values after the check.
  const text = serialize(given);
  const value: unknown = text.length > limit ? undefined : JSON.parse(text);
  const { record, problem } = readRecord<Database>(idFields.database, value);
  if (record !== undefined) {
    // A record of the client has the exact digits of its integers. Its copy has only the rounded numbers.
    copyExactIntegers(given as object, record);
    // A program that forwards the service's answers may forward an answer that echoes the request.
    if (!isEcho || !containsSecret(record, isEcho)) return record;
    throw invalidRequest('configure', [{ path: 'record', message: "remove the account's credentials from it" }]);
  }
  const { path, expected } = problem;
  const message = `expected ${expected}${path === '' ? ` as JSON of at most ${limit} characters` : ''}`;
  throw invalidRequest('configure', issuesIn('record', [{ path, message }]));
}
