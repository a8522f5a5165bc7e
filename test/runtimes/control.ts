import { expect } from 'vitest';
import { serviceAccess } from './service-access.js';

/** Controls a local service for the tests. The client in `fleetglass/service` runs only in Node. */
export interface Control {
  /** Has requests go wrong. */
  injectFault(fault: object): Promise<void>;
  /** Has nothing go wrong any more: what was given up before it arrived left its fault to the next. */
  clearFaults(): Promise<void>;
  /** Changes fields of a database. */
  change(id: string, fields: object): Promise<void>;
}

export function createControl(baseUrl: string): Control {
  async function send(method: string, path: string, body?: object): Promise<void> {
    const headers = { authorization: `Bearer ${serviceAccess.controlToken}`, 'content-type': 'application/json' };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const { ok } = await fetch(`${baseUrl}/control/${path}`, init);
    expect(ok).toBe(true);
  }
  return {
    injectFault: (fault) => send('POST', 'faults', fault),
    clearFaults: () => send('DELETE', 'faults'),
    change: (id, set) => send('PATCH', `databases/${id}`, { steps: [{ set }] }),
  };
}
