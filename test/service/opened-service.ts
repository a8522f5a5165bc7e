import { createControlClient, createService, type ServiceOptions } from '../../src/service/index.js';
import { onTestFinished } from '../support/concurrent-tests.js';
import { createManualClock } from '../support/manual-clock.js';

export const TOKEN = 'canary-control-token-5b1d';
export const CREDENTIALS = { username: 'Zoë', password: 'canary:pass:wörd €' };
export const BASE_URL = 'http://localhost';
export const REQUEST = { database_name: 'orders', platform: 'aws', primary_region: 'eu-west-1' } as const;

export const basic = (text: string | Uint8Array): string => `Basic ${Buffer.from(text).toString('base64')}`;
export const AUTHORIZATION = basic(`${CREDENTIALS.username}:${CREDENTIALS.password}`);

export type Init = Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> };

/** Opens a service with a control API, whose new databases are at rest as soon as its clock runs. It closes after the test. */
export function openService(options: Partial<ServiceOptions> = {}) {
  const clock = createManualClock();
  const notices: string[] = [];
  const service = createService({
    credentials: CREDENTIALS,
    controlToken: TOKEN,
    clock,
    lifecycle: { creatingMs: 0, updatingMs: 0 },
    onNotice: (message) => void notices.push(message),
    ...options,
  });
  onTestFinished(() => service.close());
  const control = createControlClient({ baseUrl: BASE_URL, token: TOKEN, fetch: service.fetch });
  /** Sends a request of the account. */
  const ask = (path: string, init: Init = {}): Promise<Response> => {
    const headers = { authorization: AUTHORIZATION, 'content-type': 'application/json', ...init.headers };
    return service.fetch(BASE_URL + path, { ...init, headers });
  };
  const create = (database_name: string = REQUEST.database_name): Promise<Response> =>
    ask('/v2/redis/database', { method: 'POST', body: JSON.stringify({ ...REQUEST, database_name }) });
  /** Creates a database, and returns its id when no timer of it is left. */
  const createAtRest = async (name?: string): Promise<string> => {
    const { database_id: id } = (await (await create(name)).json()) as { database_id: string };
    await clock.advance(0);
    return id;
  };
  const read = async (path: string): Promise<Record<string, unknown>> =>
    (await (await ask(path)).json()) as Record<string, unknown>;
  return { service, clock, notices, control, ask, create, createAtRest, read };
}
