import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { identifierProblem } from '../../../core/wire/identifier.js';
import { systemClock } from '../../../index.js';
import type { ProxyHandler } from '../../../proxy/index.js';
import { readBody } from '../../../proxy/read-body.js';
import { Refused } from '../../../proxy/refused.js';

/** The most databases in one batch. */
const MAX_BATCH = 100;

const BODY_TIMEOUT_MS = 15_000;

/** The body of a batch: the id of each database, and the tag of the answer that the page has; empty without one. */
const batchSchema = v.pipe(
  v.array(
    v.strictTuple([
      v.pipe(
        v.string(),
        v.check((id) => identifierProblem(id) === undefined),
      ),
      v.string(),
    ]),
  ),
  v.maxLength(MAX_BATCH),
);

/** An answer that the page does not have yet. */
export interface ChangedAnswer {
  /** The place of the database in the batch. */
  readonly at: number;
  readonly status: number;
  readonly text: string;
  readonly tag: string;
  readonly retryAfter?: string;
}

/**
 * Reads the databases that a page asks for in one request, each as the proxy reads it. An answer that the page already
 * has is left out, so a batch without changes takes a few bytes.
 *
 * @param path the path of the proxy
 * @throws Refused
 */
export async function readBatch(
  request: Request,
  proxy: ProxyHandler,
  path: string,
): Promise<readonly ChangedAnswer[]> {
  const { headers, signal } = request;
  const body = await readBody(request, { clock: systemClock, timeoutMs: BODY_TIMEOUT_MS, signal });
  const batch = v.safeParse(batchSchema, body);
  if (!batch.success) throw new Refused(400, `expected at most ${MAX_BATCH} pairs of an id and a tag`);
  const read = async ([id, known]: readonly [string, string], at: number): Promise<ChangedAnswer[]> => {
    const url = new URL(`${path}/v2/redis/database/${encodeURIComponent(id)}?credentials=hide`, request.url);
    const answer = await proxy(new Request(url, { headers, signal }));
    const { status } = answer;
    const text = await answer.text();
    const tag = tagOf(`${status} ${text}`);
    const retryAfter = answer.headers.get('retry-after');
    return tag === known ? [] : [{ at, status, text, tag, ...(retryAfter !== null && { retryAfter }) }];
  };
  return (await Promise.all(batch.output.map(read))).flat();
}

/** Identifies a text. */
export function tagOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
