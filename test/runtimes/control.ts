import { expect } from 'vitest';
import { serviceAccess } from './service-access.js';

/** What the tests have a local service do. `fleetglass/service` has a client for it, but that is for Node. */
export interface Control {
  /** Has requests go wrong. */
  injectFault(fault: object): Promise<void>;
  /** Changes fields of a database. */
  change(id: string, fields: object): Promise<void>;
}

export function createControl(baseUrl: string): Control {
  async function send(method: string, path: string, body: object): Promise<void> {
    const headers = { authorization: `Bearer ${serviceAccess.controlToken}`, 'content-type': 'application/json' };
    const { status } = await fetch(`${baseUrl}/control/${path}`, { method, headers, body: JSON.stringify(body) });
    expect(status).toBe(200);
  }
  return {
    injectFault: (fault) => send('POST', 'faults', fault),
    change: (id, set) => send('PATCH', `databases/${id}`, { steps: [{ set }] }),
  };
}
