import { ConnectionDropped } from '../../http/connection-dropped.js';
import type { InjectedFault } from './decide-faults.js';
import { answerGarbage } from './garbage.js';
import type { Fault, StatusFault } from './fault.js';
import { refuse } from '../http/json-answer.js';

/** Carries out the operation that was asked for. */
export type Operate = () => Promise<Response>;

/** Waits; rejects when the request is given up meanwhile. */
export type Wait = (delayMs: number) => Promise<void>;

/**
 * Answers a request under its faults: at most one delay and at most one other. Their waits add up.
 *
 * @throws ConnectionDropped when there is to be no answer.
 */
export async function applyFaults(faults: readonly InjectedFault[], operate: Operate, wait: Wait): Promise<Response> {
  const spoiling = faults.find(({ fault }) => fault.kind !== 'delay');
  await waitFor(delayOf(faults, 'before'), wait);
  const isLeftOut = spoiling !== undefined && whenOf(spoiling.fault) === 'before';
  const answer = isLeftOut ? Response.error() : await operate();
  await waitFor(delayOf(faults, 'after'), wait);
  return spoiling === undefined ? answer : spoil(answer, spoiling);
}

/** A refusal leaves the operation out. The others lose or spoil the answer to one that took effect. */
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

async function spoil(answer: Response, { fault, applied }: InjectedFault): Promise<Response> {
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

/** Statuses that go without a body, by the standard of fetch. */
const WITHOUT_BODY = new Set([204, 205, 304]);

function refusal({ status, retryAfter }: StatusFault): Response {
  const headers: HeadersInit = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  if (WITHOUT_BODY.has(status)) return new Response(null, { status, headers });
  return refuse({ status, error: `injected fault: status ${status}`, headers });
}

/** The first half of the answer, under the length of the whole. */
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
        // Failing at once would overtake the part, which is still on its way into the socket.
        await nextTask();
        return body.error(new TypeError('terminated'));
      }
      isSent = true;
      body.enqueue(part);
    },
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}

/** A task of its own on every platform, without a timer. */
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
