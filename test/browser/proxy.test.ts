import { createFleet, exactInt64, createDatabase } from 'fleetglass';
import { describe, expect, test } from 'vitest';

const request = { database_name: 'sessions', platform: 'aws', primary_region: 'eu-west-1', plan: 'payg' } as const;

describe('a page behind the proxy', () => {
  test('uses the API by a path of its origin, without credentials', async () => {
    const fleet = createFleet({ baseUrl: '/proxy' });
    try {
      const created = await createDatabase(fleet, request);
      expect(exactInt64(created, 'db_request_limit')).toBe(9_223_372_036_854_775_807n);
      expect(await fleet.databases.refresh(created.database_id)).toMatchObject({ database_name: 'sessions' });
      expect(fleet.databases.credentials(created.database_id)).toBeUndefined();
      const [index] = await fleet.indices.refresh();
      expect(index).toMatchObject({ name: 'articles' });
      expect(fleet.indices.credentials(index?.id ?? '')).toBeUndefined();
    } finally {
      fleet.dispose();
    }
  });

  test('of another origin is refused, even by a server that allows all origins', async () => {
    const { hostname, port } = location;
    const otherOrigin = `http://${hostname === 'localhost' ? '127.0.0.1' : 'localhost'}:${port}/proxy/v2`;
    const headers = { 'content-type': 'application/json' };
    const read = await fetch(`${otherOrigin}/vector/index`);
    const made = await fetch(`${otherOrigin}/redis/database`, {
      method: 'POST',
      headers,
      body: JSON.stringify(request),
    });
    expect([read.status, made.status]).toEqual([403, 403]);
    expect(await read.json()).toEqual({ error: 'only pages of the same origin may send requests' });
    await expect(fetch(`${otherOrigin}/vector/index`, { mode: 'no-cors' })).rejects.toThrow('Failed to fetch');
  });

  test('gets an answer only by its own script, not by a frame or a link', async () => {
    const frame = document.createElement('iframe');
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    frame.src = '/proxy/v2/vector/index';
    document.body.append(frame);
    await loaded;
    expect(frame.contentDocument?.body.textContent).toContain('only scripts may send requests');
    frame.remove();
  });
});
