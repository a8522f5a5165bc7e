import { hash } from 'node:crypto';
import * as v from 'valibot';
import { systemClock } from '../../../index.js';
import type { ProxyHandler } from '../../../proxy/index.js';
import { readBody } from '../../../proxy/read-body.js';
import { Refused } from '../../../proxy/refused.js';
import { identifierProblem } from '../../../core/wire/identifier.js';

const isId = (id: string): boolean => identifierProblem(id) === undefined;
export const idSchema = v.pipe(v.string(), v.check(isId));

const MAX_BATCH = 100;

const BODY_TIMEOUT_MS = 15_000;

/** Reads the JSON of a request of the page. @param limitBytes @default the limit of the proxy. @throws Refused */
export function readJson(request: Request, limitBytes?: number): Promise<unknown> {
  return readBody(request, { clock: systemClock, timeoutMs: BODY_TIMEOUT_MS, signal: request.signal }, limitBytes);
}

/** The body of a batch: the id of each database, and the tag of the answer that the page has; empty without one. */
const batchSchema = v.pipe(v.array(v.strictTuple([idSchema, v.string()])), v.maxLength(MAX_BATCH));

/**
 * Reads the databases that a page asks for in one request, each as the proxy reads it. Each answer is a line of JSON, which
 * is sent when the answer comes, so a late answer delays no other. A line has the place of its database in the batch, and
 * nothing else if the page has the answer already.
 *
 * @throws Refused
 */
export async function answerBatch(request: Request, proxy: ProxyHandler, path: string): Promise<Response> {
  const { headers, signal } = request;
  const batch = v.safeParse(batchSchema, await readJson(request));
  if (!batch.success) throw new Refused(400, `expected at most ${MAX_BATCH} pairs of an id and a tag`);
  const read = async ([id, known]: readonly [string, string], at: number): Promise<object> => {
    const url = new URL(`${path}/v2/redis/database/${encodeURIComponent(id)}?credentials=hide`, request.url);
    const answer = await proxy(new Request(url, { headers, signal }));
    const { status } = answer;
    const text = await answer.text();
    const retryAfter = answer.headers.get('retry-after');
    const tag = tagOf(`${status} ${retryAfter} ${text}`);
    return tag === known ? { at } : { at, status, text, tag, ...(retryAfter !== null && { retryAfter }) };
  };
  const lines = linesOf(batch.output.map(read));
  return new Response(lines, { headers: { 'content-type': 'application/x-ndjson' } });
}

/** Streams each value as a line of JSON, in the order in which the promises resolve. */
function linesOf(values: readonly Promise<object>[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      const sent = values.map(async (value) => controller.enqueue(encoder.encode(`${JSON.stringify(await value)}\n`)));
      // If the page has left, the stream is cancelled, and to send a line fails.
      void Promise.all(sent).then(
        () => controller.close(),
        (error: unknown) => controller.error(error),
      );
    },
  });
}

/** A short hash, by which two answers are compared. */
export function tagOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 16);
}
