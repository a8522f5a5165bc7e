import { onTestFinished } from 'vitest';
import { createManagementClient, type ManagementClient } from '../../../../src/core/api/management-client.js';
import type { Page } from '../../../../src/apps/dashboard/server/page.js';
import {
  startDashboard,
  type Dashboard,
  type DashboardOptions,
} from '../../../../src/apps/dashboard/server/start-dashboard.js';
import { createControlClient, createService, type ControlClient } from '../../../../src/service/index.js';

/** The account of these tests. Nothing of it may ever come out of the dashboard. */
export const credentials = { username: 'canary-user', password: 'canary-password-of-some-length' } as const;

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Stands for what the build makes. */
export const page: Page = new Map([
  ['/', bytes('<!doctype html><title>fleetglass</title>')],
  ['/assets/index-BRuNmHwc.js', bytes('export {};')],
  ['/assets/index-CKD92Sbc.css', bytes('html{}')],
]);

/** A dashboard of a service on this machine. */
export interface DashboardUnderTest {
  readonly dashboard: Dashboard;
  /** Without a path. */
  readonly origin: string;
  /** Asks the service as its account. */
  readonly client: ManagementClient;
  readonly control: ControlClient;
  /** The id of a database that the service has, and the dashboard shows. */
  readonly id: string;
  readonly created: readonly string[];
  readonly errors: readonly unknown[];
  /** What admits {@link ask}: name and value. */
  readonly cookie: string;
  /** Asks as a page does that was opened by the printed address. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** Asks as anybody on the machine can. */
  askAsStranger(path: string, init?: RequestInit): Promise<Response>;
}

/** Starts a service with a database and an index, and a dashboard of both. */
export async function createDashboardUnderTest(options: Partial<DashboardOptions> = {}): Promise<DashboardUnderTest> {
  const token = 'canary-control-token';
  const seed = {
    databases: [{ database_name: 'orders', platform: 'aws', primary_region: 'eu-west-1' }],
    indices: [{ id: 'index-1', name: 'articles' }],
  } as const;
  const service = createService({ credentials, controlToken: token, seed });
  onTestFinished(() => service.close());
  const { url: baseUrl } = await service.listen();
  const client = createManagementClient({ baseUrl, credentials });
  const control = createControlClient({ baseUrl, token });
  const [record] = await control.databases.list();
  const id = String(record?.['database_id']);
  const created: string[] = [];
  const errors: unknown[] = [];
  const dashboard = await startDashboard({
    page,
    baseUrl,
    credentials,
    mayCreate: true,
    ids: () => [id, ...created],
    port: 0,
    onCreated: (one) => created.push(one),
    onError: (error) => errors.push(error),
    ...options,
  });
  onTestFinished(() => dashboard.close());
  const { origin } = new URL(dashboard.url);
  const askAsStranger = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${origin}${path}`, { redirect: 'manual', ...init });
  const opened = await fetch(dashboard.url, { redirect: 'manual' });
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    askAsStranger(path, { ...init, headers: { cookie, ...(init.headers as Record<string, string>) } });
  return { dashboard, origin, client, control, id, created, errors, cookie, ask, askAsStranger };
}
