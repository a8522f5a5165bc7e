import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { listen } from '../support/listen.js';
import { sampleDatabase } from '../support/sample-database.js';
import { HEADERS, VERSION_FIELD } from './replica-messages.js';

export interface Poll {
  readonly id: string;
  /** When the request came, monotonic. */
  readonly atMs: number;
  /** Whether the member polled by itself, because it could not reach the others. */
  readonly isAlone: boolean;
  readonly isRefused: boolean;
}

const LATENCY_MS = 10;

/** A service that answers for every id, and counts. @param isChanging whether records change */
export async function startCountingService(isChanging = true) {
  const polls: Poll[] = [];
  const given = new Map<string, number[]>();
  const answered = new Map<string, number>();
  const refusals = new Map<string, number>();

  /** Most records change with each poll. Some change rarely, so that members also share answers without content. */
  function nextVersion(id: string): number {
    const count = answered.get(id) ?? 0;
    answered.set(id, count + 1);
    const times = given.get(id) ?? [];
    given.set(id, times);
    if (count === 0 || (isChanging && (!id.endsWith('0') || count % 4 === 0))) times.push(performance.now());
    return times.length;
  }

  async function answer(id: string, version: number, response: ServerResponse): Promise<void> {
    await delay(LATENCY_MS);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ...sampleDatabase, database_id: id, [VERSION_FIELD]: version }));
  }

  function receive({ url: path = '', headers }: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(path, 'http://localhost');
    const id = pathname.slice(pathname.lastIndexOf('/') + 1);
    const member = String(headers[HEADERS.member]);
    const retryAfter = refusals.get(member);
    const isRefused = retryAfter !== undefined;
    polls.push({ id, atMs: performance.now(), isAlone: headers[HEADERS.state] === 'alone', isRefused });
    refusals.delete(member);
    if (isRefused) response.writeHead(429, { 'retry-after': String(retryAfter) }).end();
    else void answer(id, nextVersion(id), response);
  }

  const { url, close } = await listen(receive, { keepAliveTimeout: 60_000 });
  return {
    url,
    polls,
    /** When the service gave a version of a record first, monotonic. */
    givenAtMs: (id: string, version: number) => given.get(id)?.[version - 1] ?? Infinity,
    /** Answers the next request of a member with 429. */
    refuseNext: (member: string, retryAfterSeconds: number) => void refusals.set(member, retryAfterSeconds),
    [Symbol.asyncDispose]: close,
  };
}
