import { ConnectionDropped } from '../../http/connection-dropped.js';
import { refuse } from '../http/json-answer.js';
import type { InjectedFault } from './decide-faults.js';
import type { Fault, StatusFault } from './fault.js';
import { answerGarbage } from './garbage.js';

/** Carries out the operation of a request. */
export type Operate = () => Promise<Response>;

/** Waits. Rejects when the request is aborted or dropped. */
export type Wait = (delayMs: number) => Promise<void>;

/**
 * Answers a request with its faults applied: at most one delay and at most one other fault. Their waits add up.
 *
 * @throws ConnectionDropped when a fault drops the connection.
 */
export async function applyFaults(faults: readonly InjectedFault[], operate: Operate, wait: Wait): Promise<Response> {
  const answered = faults.find(({ fault }) => fault.kind !== 'delay');
  await waitAt('before', faults, wait);
  const isSkipped = answered !== undefined && timeOf(answered.fault) === 'before';
  const answer = isSkipped ? Response.error() : await operate();
  await waitAt('after', faults, wait);
  return answered === undefined ? answer : answerWith(answered, answer);
}

/** By default, a status replaces the operation. The other faults affect the answer of a completed operation. */
function timeOf(fault: Fault): 'before' | 'after' {
  if (fault.kind === 'truncate') return 'after';
  return fault.when ?? (fault.kind === 'status' || fault.kind === 'delay' ? 'before' : 'after');
}

async function waitAt(time: 'before' | 'after', faults: readonly InjectedFault[], wait: Wait): Promise<void> {
  const delays = faults.filter(({ fault }) => timeOf(fault) === time).map(({ fault }) => fault.delayMs ?? 0);
  const delayMs = delays.reduce((sum, delay) => sum + delay, 0);
  if (delayMs > 0) await wait(delayMs);
}

function answerWith({ fault, applied }: InjectedFault, answer: Response): Response | Promise<Response> {
  if (fault.kind === 'status') return answerStatus(fault);
  if (fault.kind === 'garbage') return answerGarbage(fault.body, applied);
  if (fault.kind === 'truncate') return truncate(answer);
  throw new ConnectionDropped();
}

/** The statuses without a body in the fetch standard. */
const WITHOUT_BODY = new Set([204, 205, 304]);

function answerStatus({ status, retryAfter }: StatusFault): Response {
  const headers: HeadersInit = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  if (WITHOUT_BODY.has(status)) return new Response(null, { status, headers });
  return refuse({ status, error: `injected fault: status ${status}`, headers });
}

/** Sends the first half of the answer with the `content-length` of the whole answer. */
async function truncate(answer: Response): Promise<Response> {
  const whole = new Uint8Array(await answer.arrayBuffer());
  const headers = new Headers(answer.headers);
  headers.set('content-length', String(whole.length));
  const half = new Response(whole.subarray(0, whole.length / 2)).body ?? new ReadableStream();
  return new Response(half.pipeThrough(endingEarly()), { status: answer.status, headers });
}

/** Passes a body on, and then fails in a new task: an immediate failure would overtake what is not in the socket yet. */
function endingEarly(): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    async flush() {
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(port1.close());
        port2.postMessage(undefined);
      });
      throw new TypeError('terminated');
    },
  });
}
