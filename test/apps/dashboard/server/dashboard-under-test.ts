import { onTestFinished } from 'vitest';
import { createManagementClient } from '../../../../src/core/client/management-client.js';
import type { Page } from '../../../../src/apps/dashboard/server/page.js';
import { startDashboard, type DashboardOptions } from '../../../../src/apps/dashboard/server/start-dashboard.js';
import { createFleet } from '../../../../src/index.js';
import { quickClock } from '../../../support/quick-clock.js';
import { startService } from '../../../support/start-service.js';

/** The credentials of these tests. No answer of the dashboard may contain them. */
export const credentials = { username: 'canary-user', password: 'canary-password-of-some-length' } as const;

/** A request with JSON, as the page sends it. */
export function post(body: unknown, headers: Readonly<Record<string, string>> = {}): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

/** A request that creates a database. */
export const create = post({ database_name: 'sessions', platform: 'aws', primary_region: 'eu-west-1' });

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Replaces the files of a build. */
export const page: Page = new Map([
  ['/', bytes('<!doctype html><title>fleetglass</title>')],
  ['/assets/index-BRuNmHwc.js', bytes('export {};')],
  ['/assets/index-CKD92Sbc.css', bytes('html{}')],
]);

/** A dashboard with a local service. */
export type DashboardUnderTest = Awaited<ReturnType<typeof createDashboardUnderTest>>;

/** Starts a service with a database and an index, and its dashboard. */
export async function createDashboardUnderTest(options: Partial<DashboardOptions> = {}) {
  const seed = {
    databases: [{ database_name: 'orders', platform: 'aws', primary_region: 'eu-west-1' }],
    indices: [{ id: 'index-1', name: 'articles' }],
  } as const;
  const service = await startService({ credentials, seed });
  onTestFinished(() => service.close());
  const { baseUrl, control, id } = service;
  const client = createManagementClient({ baseUrl, credentials });
  const fleet = createFleet({ baseUrl, credentials });
  onTestFinished(() => fleet.dispose());
  const created: string[] = [];
  const errors: unknown[] = [];
  const dashboard = await startDashboard({
    page,
    baseUrl,
    credentials,
    fleet,
    mayCreate: true,
    ids: () => [id, ...created],
    port: 0,
    onCreated: (one) => created.push(one),
    onError: (error) => errors.push(error),
    clock: quickClock,
    ...options,
  });
  onTestFinished(() => dashboard.close());
  const { origin } = new URL(dashboard.url);
  const askWithoutCookie = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${origin}${path}`, { redirect: 'manual', ...init });
  const opened = await fetch(dashboard.url, { redirect: 'manual' });
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    askWithoutCookie(path, { ...init, headers: { cookie, ...(init.headers as Record<string, string>) } });
  return {
    dashboard,
    /** The address without a path. */
    origin,
    /** Sends requests directly to the service. */
    client,
    /** The fleet of the dashboard's server. It reads nothing by itself. */
    fleet,
    control,
    /** The id of the seeded database. */
    id,
    created,
    errors,
    /** Name and value of the cookie that `ask` sends. */
    cookie,
    ask,
    askWithoutCookie,
  };
}
