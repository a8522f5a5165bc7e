import type { Clock } from '../../../src/core/shared/clock.js';

export type SentRequest = ReturnType<typeof read>;

/** The answer to a request: a JSON value, a whole response, an error, or no answer. */
export type Answer =
  | { readonly json: unknown }
  | { readonly status: number; readonly json?: unknown }
  | Response
  | Error;

/** Chooses the answer. `undefined`: no answer. */
export type Script = (request: SentRequest) => Answer | undefined | Promise<Answer | undefined>;

/** A service with its own fetch, which a test controls. */
export type ScriptedService = ReturnType<typeof createScriptedService>;

/** Answers reads with active databases at rest, creates with `new-1`, `new-2` and so on, and the list with `[]`. */
export function createScriptedService(clock: Clock) {
  const requests: SentRequest[] = [];
  let sent = 0;
  let inFlight = 0;
  let mostInFlight = 0;
  let script: Script = usualAnswer;
  let latencyMs = 0;

  async function decide(request: SentRequest): Promise<Response> {
    const answer = await script(request);
    if (answer === undefined) return new Promise(() => {});
    if (latencyMs > 0) await new Promise<void>((resolve) => void clock.schedule(resolve, latencyMs));
    if (answer instanceof Error) throw answer;
    if (answer instanceof Response) return answer;
    return Response.json(answer.json ?? null, 'status' in answer ? { status: answer.status } : {});
  }

  return {
    async fetch(url: string, init: RequestInit): Promise<Response> {
      const request = read(url, init, clock.monotonic(), (sent += 1));
      requests.push(request);
      mostInFlight = Math.max(mostInFlight, (inFlight += 1));
      const aborted = new Promise<never>((_, reject) => {
        request.signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      });
      return Promise.race([decide(request), aborted]).finally(() => (inFlight -= 1));
    },
    requests: requests as readonly SentRequest[],
    /** Requests that were neither answered nor aborted. */
    get inFlight() {
      return inFlight;
    },
    get mostInFlight() {
      return mostInFlight;
    },
    /** Sets the answer to later requests, and their delay. */
    respond(next: Script, ms = latencyMs) {
      script = next;
      latencyMs = ms;
    },
    /** Leaves later requests open. Each function answers one of them, in their order. */
    hold() {
      const open: ((answer: Answer) => void)[] = [];
      script = () => new Promise<Answer>((resolve) => open.push(resolve));
      return open;
    },
    /** Clears the list of sent requests. */
    clear: () => void (requests.length = 0),
    /** The times of the requests for a database. */
    timesOf: (id: string) => requests.filter((request) => request.id === id).map(({ atMs }) => atMs),
  };
}

/** The answers of a service without changes. */
export function usualAnswer({ operation, id, count }: SentRequest): Answer {
  if (operation === 'list') return { json: [] };
  return { json: databaseOf(operation === 'create' ? `new-${count}` : id) };
}

/** A record with only the fields that the fleet uses. */
export function databaseOf(id: string, fields: object = {}): object {
  return { database_id: id, state: 'active', modifying_state: '', ...fields };
}

function read(url: string, init: RequestInit, atMs: number, count: number) {
  const { pathname, search } = new URL(url);
  const [, id = ''] = /\/v2\/redis\/database\/([^/]+)$/.exec(pathname) ?? [];
  const operation: 'create' | 'get' | 'list' = init.method === 'POST' ? 'create' : id === '' ? 'list' : 'get';
  return {
    operation,
    /** The id of the database; empty for a create and for the list. */
    id: decodeURIComponent(id),
    /** Monotonic. */
    atMs,
    body: typeof init.body === 'string' ? init.body : '',
    authorization: new Headers(init.headers).get('authorization') ?? '',
    /** The query of the URL, such as `?credentials=hide`. */
    query: search,
    signal: init.signal as AbortSignal,
    /** Counted from 1. */
    count,
  };
}
