import { ConnectionDropped } from '../../http/connection-dropped.js';
import type { InjectedFault } from './decide-faults.js';
import { answerGarbage } from './garbage.js';
import type { Fault, StatusFault } from './fault.js';
import { refuse } from '../http/json-answer.js';

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
  const answerFault = faults.find(({ fault }) => fault.kind !== 'delay');
  await waitFor(delayOf(faults, 'before'), wait);
  const isSkipped = answerFault !== undefined && whenOf(answerFault.fault) === 'before';
  const answer = isSkipped ? Response.error() : await operate();
  await waitFor(delayOf(faults, 'after'), wait);
  return answerFault === undefined ? answer : applyToAnswer(answer, answerFault);
}

/** By default, a status replaces the operation. The other faults affect the answer of a completed operation. */
function whenOf(fault: Fault): 'before' | 'after' {
  if (fault.kind === 'truncate') return 'after';
  return fault.when ?? (fault.kind === 'status' || fault.kind === 'delay' ? 'before' : 'after');
}

function delayOf(faults: readonly InjectedFault[], when: 'before' | 'after'): number {
  return faults.reduce((sum, { fault }) => sum + (whenOf(fault) === when ? (fault.delayMs ?? 0) : 0), 0);
}

async function waitFor(delayMs: number, wait: Wait): Promise<void> {
  if (delayMs > 0) await wait(delayMs);
}

async function applyToAnswer(answer: Response, { fault, applied }: InjectedFault): Promise<Response> {
  switch (fault.kind) {
    case 'status':
      return refusal(fault);
    case 'garbage':
      return answerGarbage(fault.body, applied);
    case 'truncate':
      return truncate(answer);
    case 'drop':
      throw new ConnectionDropped();
    case 'delay':
      return answer;
  }
}

/** The statuses without a body in the fetch standard. */
const WITHOUT_BODY = new Set([204, 205, 304]);

function refusal({ status, retryAfter }: StatusFault): Response {
  const headers: HeadersInit = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  if (WITHOUT_BODY.has(status)) return new Response(null, { status, headers });
  return refuse({ status, error: `injected fault: status ${status}`, headers });
}

/** Sends the first half of the answer with the `content-length` of the whole answer. */
async function truncate(answer: Response): Promise<Response> {
  const whole = new Uint8Array(await answer.arrayBuffer());
  const headers = new Headers(answer.headers);
  headers.set('content-length', String(whole.length));
  return new Response(endingEarly(whole.subarray(0, whole.length / 2)), { status: answer.status, headers });
}

function endingEarly(part: Uint8Array): ReadableStream {
  let isSent = false;
  const source = {
    async pull(body: ReadableStreamDefaultController): Promise<void> {
      if (isSent) {
        // An immediate failure would overtake the first half, which is not in the socket yet.
        await nextTask();
        return body.error(new TypeError('terminated'));
      }
      isSent = true;
      body.enqueue(part);
    },
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}

/** Resolves in a new task, on every platform and without a timer. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
