import { ConnectionDropped } from '../../http/connection-dropped.js';
import { refuse } from '../../http/refuse.js';
import { garbageNames, type Fault, type GarbageFault, type InjectedFault, type StatusFault } from './fault.js';

/**
 * Decides which faults a request meets: the first matching delay and the first other matching fault, so that a slow
 * service can also fail. Each request draws its own random number for a `share`.
 *
 * @param operation the operation of the request; `undefined` for any other request.
 * @param random returns numbers from 0 to just below 1.
 * @returns `chosen`: the faults of this request, in the order of injection. `left`: the faults that stay active.
 */
export function decideFaults(faults: readonly InjectedFault[], operation: string | undefined, random: () => number) {
  const fitting = faults.filter(
    ({ fault: { operation: wanted = operation, share } }) =>
      wanted === operation && (share === undefined || random() < share),
  );
  const delay = fitting.find(({ fault }) => fault.kind === 'delay');
  const other = fitting.find(({ fault }) => fault.kind !== 'delay');
  const chosen = fitting.filter((fault) => fault === delay || fault === other);
  return { chosen, left: faults.flatMap((injected) => (chosen.includes(injected) ? afterUse(injected) : injected)) };
}

function afterUse({ id, fault, applied }: InjectedFault): InjectedFault[] {
  return applied + 1 === fault.times ? [] : [{ id, fault, applied: applied + 1 }];
}

/**
 * Answers a request with its faults applied: at most one delay and at most one other fault. Their waits add up.
 *
 * @param wait rejects when the request is aborted or dropped
 * @throws ConnectionDropped when a fault drops the connection.
 */
export async function applyFaults(
  faults: readonly InjectedFault[],
  operate: () => Promise<Response>,
  wait: (delayMs: number) => Promise<void>,
): Promise<Response> {
  const waitAt = async (time: 'before' | 'after'): Promise<void> => {
    const delays = faults.filter(({ fault }) => timeOf(fault) === time).map(({ fault }) => fault.delayMs ?? 0);
    const delayMs = delays.reduce((sum, delay) => sum + delay, 0);
    if (delayMs > 0) await wait(delayMs);
  };
  const answered = faults.find(({ fault }) => fault.kind !== 'delay');
  await waitAt('before');
  const isSkipped = answered !== undefined && timeOf(answered.fault) === 'before';
  const answer = isSkipped ? Response.error() : await operate();
  await waitAt('after');
  return answered === undefined ? answer : answerWith(answered, answer);
}

/** By default, a status replaces the operation. The other faults affect the answer of a completed operation. */
function timeOf(fault: Fault): 'before' | 'after' {
  if (fault.kind === 'truncate') return 'after';
  return fault.when ?? (fault.kind === 'status' || fault.kind === 'delay' ? 'before' : 'after');
}

function answerWith({ fault, applied }: InjectedFault, answer: Response): Response | Promise<Response> {
  if (fault.kind === 'status') return answerStatus(fault);
  if (fault.kind === 'garbage') return answerGarbage(fault, applied);
  if (fault.kind === 'truncate') return truncate(answer);
  throw new ConnectionDropped();
}

/** The statuses without a body in the fetch standard. */
const WITHOUT_BODY = new Set([204, 205, 304]);

function answerStatus({ status, retryAfter }: StatusFault): Response {
  const headers: HeadersInit = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  if (WITHOUT_BODY.has(status)) return new Response(null, { status, headers });
  return refuse(status, `injected fault: status ${status}`, headers);
}

const JSON_TYPE = 'application/json';

const garbage = {
  // Proxies and captive portals answer like this.
  html: { contentType: 'text/html; charset=utf-8', body: '<!doctype html><title>Welcome</title><p>Please sign in.' },
  'half-json': { contentType: JSON_TYPE, body: '{"database_id":"half-of-a-record","database_name":"' },
  // Neither JSON nor UTF-8.
  bytes: { contentType: JSON_TYPE, body: Uint8Array.of(0x00, 0xff, 0xfe, 0x80, 0xc3, 0x28, 0x1f, 0x8b).buffer },
  'two-values': { contentType: JSON_TYPE, body: '{"database_id":"first"}{"database_id":"second"}' },
  empty: { contentType: JSON_TYPE, body: '' },
} satisfies Record<(typeof garbageNames)[number], { contentType: string; body: string | ArrayBuffer }>;

/** Creates an answer of the kind of a fault. Without a kind, the kinds alternate with `nth`, which counts from 0. */
function answerGarbage({ body: kind }: GarbageFault, nth: number): Response {
  const { contentType, body } = garbage[kind ?? garbageNames[nth % garbageNames.length] ?? 'html'];
  return new Response(body, { headers: { 'content-type': contentType, 'cache-control': 'no-store' } });
}

async function truncate(answer: Response): Promise<Response> {
  const whole = new Uint8Array(await answer.arrayBuffer());
  const headers = new Headers(answer.headers);
  headers.set('content-length', String(whole.length));
  const half = new Response(whole.subarray(0, whole.length / 2)).body ?? new ReadableStream();
  // Fails in a new task: an immediate failure would overtake bytes on the way to the socket.
  const endingEarly = new TransformStream<Uint8Array, Uint8Array>({
    async flush() {
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(port1.close());
        port2.postMessage(undefined);
      });
      throw new TypeError('terminated');
    },
  });
  return new Response(half.pipeThrough(endingEarly), { status: answer.status, headers });
}
