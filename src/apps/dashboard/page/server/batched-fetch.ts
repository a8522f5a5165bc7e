import type { Clock } from '../../../../index.js';

type FetchText = (url: string, init: RequestInit) => Promise<Response>;

/** A line of the dashboard's server: the place in the batch, and the answer if it differs from the last one. */
type AnswerLine = { readonly at: number } & Partial<Answer>;

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly tag: string;
  readonly retryAfter?: string;
}

interface Waiting {
  readonly id: string;
  /** The last answer for this id. */
  readonly known: Answer | undefined;
  readonly signal: AbortSignal | null | undefined;
  readonly answer: (answer: Response) => void;
  readonly fail: (error: unknown) => void;
}

/** The shortest time between two batches that are not full. Polls meanwhile join the next batch. */
const INTERVAL_MS = 1000;

/** A full batch does not wait. With more requests in flight, those at the end would wait too long for their turn. */
export const MAX_BATCH = 50;

/** Longer than between two reads of a database: a page reads 100,000 of them in three hours, at 10 a second. */
const KEPT_MS = 86_400_000;

const READ = /\/v2\/redis\/database\/([^/?]+)\?credentials=hide$/;

/**
 * Makes a fetch that reads databases in batches from the dashboard's server, which leaves out the answers that this page
 * has. A large fleet would otherwise send a request for each row, whose headers and unchanged record are most of its
 * traffic. Other requests are sent as they are.
 */
export function createBatchedFetch(clock: Clock, fetchFrom: FetchText = (url, init) => fetch(url, init)): FetchText {
  // The oldest first.
  const lastAnswers = new Map<string, Answer & { readonly atMs: number }>();
  let waiting: Waiting[] = [];
  let nextAtMs = 0;
  let cancel: (() => void) | undefined;

  async function send(): Promise<void> {
    cancel?.();
    cancel = undefined;
    const nowMs = clock.monotonic();
    nextAtMs = nowMs + INTERVAL_MS;
    for (const [id, { atMs }] of lastAnswers) {
      if (nowMs - atMs < KEPT_MS) break;
      lastAnswers.delete(id);
    }
    const batch = waiting.filter(({ signal }) => signal?.aborted !== true);
    waiting = [];
    if (batch.length === 0) return;
    try {
      const body = JSON.stringify(batch.map(({ id, known }) => [id, known?.tag ?? '']));
      const headers = { 'content-type': 'application/json' };
      const response = await fetchFrom('records', { method: 'POST', headers, body });
      if (!response.ok) return batch.forEach(({ answer }) => answer(response.clone()));
      for await (const line of linesOf(response.body)) pass(batch, JSON.parse(line) as AnswerLine);
      throw new TypeError('The answer lacks a database.');
    } catch (error) {
      // A promise that already has its answer ignores this.
      batch.forEach(({ fail }) => fail(error));
    }
  }

  function pass(batch: readonly Waiting[], { at, ...changed }: AnswerLine): void {
    const { id, known, answer } = batch[at] as Waiting;
    const now = (changed.text === undefined ? known : changed) as Answer;
    lastAnswers.delete(id);
    lastAnswers.set(id, { ...now, atMs: clock.monotonic() });
    const headers = { 'content-type': 'application/json', ...(now.retryAfter && { 'retry-after': now.retryAfter }) };
    // An answer without content has a status that allows no body, not even an empty one.
    answer(new Response(now.text || null, { status: now.status, headers }));
  }

  return (url, init) => {
    const [, encoded] = READ.exec(url) ?? [];
    if (encoded === undefined) return fetchFrom(url, init);
    return new Promise<Response>((answer, fail) => {
      const id = decodeURIComponent(encoded);
      const { signal } = init;
      signal?.throwIfAborted();
      signal?.addEventListener('abort', () => fail(signal.reason));
      waiting.push({ id, known: lastAnswers.get(id), signal, answer, fail });
      if (waiting.length >= MAX_BATCH) void send();
      else cancel ??= clock.schedule(() => void send(), Math.max(0, nextAtMs - clock.monotonic()));
    });
  };
}

async function* linesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<string> {
  const reader = body?.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = '';
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (value === undefined) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
