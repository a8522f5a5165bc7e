/** The requests without an answer since the last answer. */
export interface FailureRun {
  readonly count: number;
  readonly since: number;
  /** The code of the last failure. */
  readonly code: string;
  /** Three of the requested databases, or all if there are fewer. The list of indices has an empty id. */
  readonly ids: ReadonlySet<string>;
}

export const NO_FAILURES: FailureRun = { count: 0, since: 0, code: '', ids: new Set() };

/** Fewer unanswered requests, or requests of fewer databases, are not an outage. */
const MIN_FAILURES = 3;

interface EndedRequest {
  readonly id: string;
  /** The code of the failure; `undefined` if the request succeeded. */
  readonly code: string | undefined;
  readonly at: number;
}

/** The run after the end of a request. @param lost the codes of failures that do not count as an answer */
export function afterRequest(run: FailureRun, { id, code, at }: EndedRequest, lost: readonly string[]): FailureRun {
  if (code === 'aborted' || code === 'disposed') return run;
  if (code === undefined || !lost.includes(code)) return NO_FAILURES;
  return { count: run.count + 1, since: run.count === 0 ? at : run.since, code, ids: withId(run.ids, id) };
}

/** Adds an id, unless there are enough for an outage. */
export function withId(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return ids.size < MIN_FAILURES ? new Set(ids).add(id) : ids;
}

/** @param requested how many different databases are requested, or three of more; the list of indices counts as one */
export function isOutage({ count, ids }: FailureRun, requested: number): boolean {
  return count >= MIN_FAILURES && ids.size >= Math.min(MIN_FAILURES, requested);
}
