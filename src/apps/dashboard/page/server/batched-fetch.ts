import type { Clock } from '../../../../index.js';

type FetchText = (url: string, init: RequestInit) => Promise<Response>;

/** As the dashboard's server sends it. */
interface ChangedAnswer extends Answer {
  readonly at: number;
}

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
  readonly answer: (answer: Response) => void;
  readonly fail: (error: unknown) => void;
}

/** Polls that are due within this time are one request. The first after a pause is sent at once. */
const INTERVAL_MS = 1000;

/** A full batch does not wait. With more requests in flight, those at the end would wait too long for their turn. */
export const MAX_BATCH = 50;

const READ = /\/v2\/redis\/database\/([^/?]+)\?credentials=hide$/;

/**
 * Makes a fetch that reads databases in batches from the dashboard's server, which leaves out the answers that this page
 * has. A large fleet would otherwise send a request for each row, whose headers and unchanged record are most of its
 * traffic. Other requests are sent as they are.
 */
export function createBatchedFetch(clock: Clock, fetchFrom: FetchText = (url, init) => fetch(url, init)): FetchText {
  const lastAnswers = new Map<string, Answer>();
  let waiting: Waiting[] = [];
  let nextAtMs = 0;
  let cancel: (() => void) | undefined;

  async function send(): Promise<void> {
    cancel?.();
    cancel = undefined;
    nextAtMs = clock.monotonic() + INTERVAL_MS;
    const batch = waiting;
    waiting = [];
    try {
      const body = JSON.stringify(batch.map(({ id, known }) => [id, known?.tag ?? '']));
      const headers = { 'content-type': 'application/json' };
      const response = await fetchFrom('records', { method: 'POST', headers, body });
      if (!response.ok) return batch.forEach(({ answer }) => answer(response.clone()));
      const changed = new Map(((await response.json()) as ChangedAnswer[]).map((each) => [each.at, each]));
      batch.forEach((each, at) => settle(each, changed.get(at)));
    } catch (error) {
      batch.forEach(({ fail }) => fail(error));
    }
  }

  function settle({ id, known, answer, fail }: Waiting, changed: ChangedAnswer | undefined): void {
    const now = changed ?? known;
    if (now === undefined) return fail(new TypeError('The answer lacks a database.'));
    lastAnswers.set(id, now);
    const headers = { 'content-type': 'application/json', ...(now.retryAfter && { 'retry-after': now.retryAfter }) };
    answer(new Response(now.text, { status: now.status, headers }));
  }

  return (url, init) => {
    const [, encoded] = READ.exec(url) ?? [];
    if (encoded === undefined || (init.method ?? 'GET') !== 'GET') return fetchFrom(url, init);
    return new Promise<Response>((answer, fail) => {
      const id = decodeURIComponent(encoded);
      init.signal?.addEventListener('abort', () => fail(init.signal?.reason));
      waiting.push({ id, known: lastAnswers.get(id), answer, fail });
      if (waiting.length >= MAX_BATCH) void send();
      else cancel ??= clock.schedule(() => void send(), Math.max(0, nextAtMs - clock.monotonic()));
    });
  };
}
