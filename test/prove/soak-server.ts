import type { ServerResponse } from 'node:http';
import type { EventBody } from '../../src/monitor/channels/event-body.js';
import { startHookReceiver } from '../support/hook-receiver.js';
import { listen } from '../support/listen.js';
import { sampleDatabase } from '../support/sample-database.js';

/** Every n-th request meets a fault: rarely enough that the circuit breaker stays closed. */
const FAULT_EVERY = 40;

/** A 429 holds all polls for a second, and makes them slow for some time. */
const RATE_LIMIT_EVERY = 10_000;

type Send = (response: ServerResponse, text: string) => void;

const FAULTS: Readonly<Record<string, Send>> = {
  'status 500': (response) => void response.writeHead(500).end('{"error":"broken"}'),
  'status 503': (response) => void response.writeHead(503).end(),
  'no answer': () => {},
  reset: (response) => void response.socket?.resetAndDestroy(),
  'closed connection': (response) => void response.socket?.destroy(),
  truncated(response, text) {
    response.writeHead(200, { 'content-length': text.length }).write(text.slice(0, 200), () => response.destroy());
  },
  garbage: (response) => void response.end('<html>'),
  empty: (response) => void response.end(),
  'another id': (response, text) => void response.end(text.replace('"database_id":"', '"database_id":"other-')),
  slow(response, text) {
    response.write(text.slice(0, 100));
    setTimeout(() => response.end(text.slice(100)), 500);
  },
};

/** A service that answers for every id, and meets its callers with faults. */
export async function startFaultyService() {
  const changed = new Map<string, object>();
  const missing = new Set<string>();
  const hanging = new Set<string>();
  const kinds = Object.values(FAULTS);
  let isOutage = false;
  let asked = 0;

  const { url, close } = await listen((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    const id = pathname.slice(pathname.lastIndexOf('/') + 1);
    if (isOutage) return void request.socket.destroy();
    if (pathname.endsWith('/index')) return void response.end('[]');
    if (hanging.has(id)) return;
    asked += 1;
    response.setHeader('content-type', 'application/json');
    if (asked % RATE_LIMIT_EVERY === 0) return void response.writeHead(429, { 'retry-after': '1' }).end();
    if (missing.has(id)) return void response.writeHead(404).end();
    const body = JSON.stringify({ ...sampleDatabase, database_id: id, ...changed.get(id) });
    if (asked % FAULT_EVERY !== 0) return void response.end(body);
    kinds[(asked / FAULT_EVERY) % kinds.length]?.(response, body);
  });
  const setIn = (ids: Set<string>, id: string, isIn: boolean): void => void (isIn ? ids.add(id) : ids.delete(id));
  return {
    url,
    set: (id: string, fields: object) => void changed.set(id, { ...changed.get(id), ...fields }),
    setMissing: (id: string, isMissing: boolean) => setIn(missing, id, isMissing),
    setHanging: (id: string, isHanging: boolean) => setIn(hanging, id, isHanging),
    /** While there is an outage, each connection is closed. */
    setOutage: (isOn: boolean) => void (isOutage = isOn),
    [Symbol.asyncDispose]: close,
  };
}

export async function startFlakyReceiver() {
  /** By idempotency key. A lost answer does not make an event unreceived. */
  const received = new Map<string, EventBody>();
  let asked = 0;

  const url = await startHookReceiver((body, response) => {
    const turn = (asked += 1) % 10;
    if (turn === 1) return void response.writeHead(500).end();
    // No answer at all.
    if (turn === 3) return;
    if (turn === 5) return void response.destroy();
    if (turn === 7) return void response.writeHead(429, { 'retry-after': '1' }).end();
    const event = JSON.parse(body) as EventBody;
    received.set(event.idempotencyKey, event);
    // The event is received, but its sender does not learn this.
    if (turn === 9) return void response.destroy();
    response.end();
  });
  return { url, received };
}
