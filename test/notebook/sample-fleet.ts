import { createFleet, reportUsage } from '../../src/index.js';
import type { FleetOptions } from '../../src/core/fleet/fleet-options.js';
import { createManualClock } from '../support/manual-clock.js';
import { sampleDatabase } from '../support/sample-database.js';
import { sampleVectorIndices } from '../support/sample-vector-indices.js';

/** Secrets that the service and a usage source of the sample fleet send. No display may contain them. */
export const canaries = [
  'canary-of-a-password',
  'canary-of-a-rest-token',
  'canary-of-a-source',
  'canary-of-an-index-token',
];

/** Texts that the service of the hostile sample fleet sends as names and states. */
export const hostileText = `<script>alert(1)</script></style><img src=x onerror=alert(2)>" onload='alert(3)' \u001b[31m\u202e&amp;{{1}}`;

export type SampleFleet = ReturnType<typeof createSampleFleet>;

/** Makes a fleet with a fake service. */
export function createSampleFleet(options: Partial<FleetOptions> = {}) {
  const clock = createManualClock(Date.UTC(2026, 10, 23, 6, 0, 0));
  /** The records that the service answers, by id. A number is an error status. */
  const answers = new Map<string, object | number>();
  const fleet = createFleet({
    baseUrl: 'https://api.example.com',
    credentials: { username: 'ops', password: 'canary-of-a-password-of-the-account' },
    clock,
    polling: { perSecond: 1000, burst: 1000 },
    fetch: async (request) => {
      const { pathname } = new URL(String(request));
      const last = pathname.split('/').at(-1) as string;
      const answer = answers.get(last === 'index' || last === 'indices' ? 'indices' : decodeURIComponent(last)) ?? 404;
      if (typeof answer === 'number') return new Response('{"error":"refused"}', { status: answer });
      return Response.json(answer);
    },
    ...options,
  });
  return {
    fleet,
    clock,
    answers,
    refresh: async (id: string) => void (await fleet.databases.refresh(id).catch(() => {})),
  };
}

export const ids = {
  sessions: '93e3a3e7-5c5b-4b0e-9d1d-1f6c1b1a7a01',
  carts: 'b1d2c3a4-0000-4b0e-9d1d-1f6c1b1a7a02',
  search: 'c1d2c3a4-0000-4b0e-9d1d-1f6c1b1a7a03',
  orders: 'd1d2c3a4-0000-4b0e-9d1d-1f6c1b1a7a04',
  gone: 'e1d2c3a4-0000-4b0e-9d1d-1f6c1b1a7a05',
  silent: 'f1d2c3a4-0000-4b0e-9d1d-1f6c1b1a7a06',
  never: 'a1d2c3a4-0000-4b0e-9d1d-1f6c1b1a7a07',
};

const MINUTE = 60_000;

/**
 * Makes a fleet with a database of each kind: one near a limit, one beyond a limit, one that changes, one suspended, one
 * missing, one not answering, one without a record; two indices; and drift.
 *
 * @param text a name or state that the service sends.
 */
export async function createBusyFleet(text = 'retired'): Promise<SampleFleet> {
  const sample = createSampleFleet();
  const { fleet, clock, answers, refresh } = sample;
  const secrets = { password: canaries[0], rest_token: canaries[1], nested: { access_token: canaries[1] } };
  const database = (id: string, name: string, fields: object = {}): void =>
    void answers.set(id, {
      ...sampleDatabase,
      ...secrets,
      database_id: id,
      database_name: name,
      db_max_clients: 1000,
      ...fields,
    });
  database(ids.sessions, 'sessions');
  database(ids.carts, 'carts', { db_memory_threshold: 64 * 1024 ** 2 });
  database(ids.search, 'search-suggestions-of-the-european-and-asian-shops-in-production-2026');
  database(ids.orders, 'orders', { state: 'suspended' });
  database(ids.gone, 'legacy-queue', { state: text, db_type: text, endpoint: undefined, db_lua_timeout: -5 });
  database(ids.silent, text);
  const [first, second] = sampleVectorIndices(2);
  answers.set('indices', [
    { ...first, name: 'products', token: canaries[3], region: text },
    { ...second, name: text, token: canaries[3], throughput_vector: [{ x: text, y: 'x' }] },
  ]);
  fleet.databases.add(Object.values(ids));
  fleet.polling.pause();
  for (const id of Object.values(ids).slice(0, -1)) await refresh(id);
  await fleet.indices.refresh();

  const source = canaries[2] as string;
  for (let minute = 0; minute < 90; minute++) {
    await clock.advance(MINUTE);
    const wave = Math.sin(minute / 9);
    const report = (id: string, values: object): void => reportUsage(fleet, 'database', id, values, { source });
    report(ids.carts, {
      db_memory_threshold: Math.round((36 + minute * 0.27 + (minute % 3) * 0.1) * 1024 ** 2),
      db_max_clients: Math.round(420 + 180 * wave),
      db_request_limit: 1_000_000 + 40_000 * minute,
    });
    report(ids.sessions, { db_max_clients: Math.round(700 + 60 * wave), db_disk_threshold: 3e9 });
    report(ids.search, {
      db_max_clients: minute > 60 ? 1012 : 900,
      db_max_commands_per_second: 4100 + Math.round(900 * wave),
    });
    const ofIndex = { max_daily_queries: 60_000 * (minute + 30), max_vector_count: 4e7 };
    reportUsage(fleet, 'index', first?.id ?? '', ofIndex, { source });
    if (minute === 20) database(ids.sessions, 'sessions', { modifying_state: 'updating' });
    if (minute === 31) database(ids.sessions, 'sessions', { db_resource_size: 'XL' });
    if (minute === 40) database(ids.orders, 'orders', { state: 'active' });
    if (minute === 55) database(ids.orders, 'orders', { state: 'suspended' });
    if (minute === 80) database(ids.orders, 'orders', { state: 'suspended', modifying_state: 'plan_upgrade' });
    if (minute === 60) answers.set(ids.gone, 404);
    if (minute === 70) answers.set(ids.silent, 503);
    if ([20, 31, 40, 55, 60, 70, 80].includes(minute))
      for (const id of Object.values(ids).slice(0, -1)) await refresh(id);
  }
  return sample;
}
