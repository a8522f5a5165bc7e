import { expect } from 'vitest';
import { serviceAccess } from './service-access.js';

/** Controls a local service for the tests. The client in `fleetglass/service` runs only in Node. */
export function createControl(baseUrl: string) {
  async function send(method: string, path: string, body?: object): Promise<void> {
    const headers = { authorization: `Bearer ${serviceAccess.controlToken}`, 'content-type': 'application/json' };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const { ok } = await fetch(`${baseUrl}/control/${path}`, init);
    expect(ok).toBe(true);
  }
  return {
    /** Makes the service apply a fault to requests. */
    injectFault: (fault: object) => send('POST', 'faults', fault),
    /** Removes all faults: if a request is aborted before it arrives, its fault would apply to the next request. */
    clearFaults: () => send('DELETE', 'faults'),
    /** Changes fields of a database. */
    change: (id: string, set: object) => send('PATCH', `databases/${id}`, { steps: [{ set }] }),
  };
}
