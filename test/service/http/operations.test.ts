import { describe, expect, it } from 'vitest';
import type { ServiceOptions } from '../../../src/service/index.js';
import { AUTHORIZATION, basic, CREDENTIALS, openService, REQUEST, type Init } from '../opened-service.js';

function start(options: Partial<ServiceOptions> = {}) {
  const opened = openService(options);
  const ask = async (path: string, init: Init = {}) => {
    const answer = await opened.ask(path, init);
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, json: JSON.parse(text || 'null') };
  };
  const create = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    ask('/v2/redis/database', { method: 'POST', body, headers });
  return { ...opened, ask, create };
}

describe('credentials', () => {
  it('are accepted with the scheme in another case', async () => {
    const headers = { authorization: AUTHORIZATION.replace('Basic', 'bAsIc') };
    expect((await start().ask('/v2/vector/index', { headers })).status).toBe(200);
  });

  it.each([
    ['no password', basic(`${CREDENTIALS.username}:`)],
    ['a prefix of the password', basic(`${CREDENTIALS.username}:canary`)],
    ['invalid base64', 'Basic %%%%'],
  ])('are refused with a challenge for %s', async (_, authorization) => {
    const { ask } = start();
    const { status, headers, json } = await ask('/v2/vector/index', { headers: { authorization } });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Basic realm="fleetglass", charset="UTF-8"');
    expect(json).toEqual({ error: 'wrong or missing credentials' });
  });

  it('are checked before the body is read and the id is looked up', async () => {
    const { ask } = start();
    const headers = { authorization: basic('no:body') };
    expect((await ask('/v2/redis/database', { method: 'POST', headers, body: '{' })).status).toBe(401);
    expect((await ask('/v2/redis/database/unknown', { headers })).status).toBe(401);
  });
});

describe('a body', () => {
  const text = JSON.stringify(REQUEST);

  it.each([
    ['empty', ''],
    ['two values', text + text],
    ['in latin-1', Buffer.from(text.replace('orders', 'größe'), 'latin1')],
    ['a list', '[]'],
    ['nested very deeply', '['.repeat(500_000) + ']'.repeat(500_000)],
  ])('(%s) gets 400, and the next request is answered', async (_, body) => {
    const { create, notices } = start();
    const { status, json } = await create(typeof body === 'string' ? body : new Uint8Array(body));
    expect(status).toBe(400);
    expect(json.error).toMatch(/^(the body|invalid or missing: )/);
    expect((await create(text)).status).toBe(200);
    expect(notices).toEqual([]);
  });

  it('after a byte order mark is accepted', async () =>
    expect((await start().create(`\uFEFF${text}`)).status).toBe(200));

  it.each(['Application/JSON', 'application/json ; Charset="utf-8"; x=y'])('of type %s is accepted', async (type) =>
    expect((await start().create(text, { 'content-type': type })).status).toBe(200),
  );

  it('with unknown fields is accepted without them, and the request log names them', async () => {
    const { control, create, ask } = start();
    const unknown =
      '"region":"canary-value","__proto__":{"plan":"free"},"constructor":1,"\\u001b[31m":[2],"tls_mode":{}}';
    const created = await create(text.replace('}', `,${unknown}`));
    expect(created.status).toBe(200);
    expect(created.json).toMatchObject({ database_name: 'orders', region: 'global', type: 'payg' });
    expect(created.json).not.toHaveProperty('tls_mode');
    expect((await ask(`/v2/redis/database/${created.json.database_id}`)).json).toEqual(created.json);
    await create(text);

    const requests = await control.requests.list();
    expect(requests.map(({ ignoredFields }) => ignoredFields)).toEqual([
      ['region', '__proto__', 'constructor', '\ufffd[31m', 'tls_mode'],
      undefined,
      undefined,
    ]);
    expect(JSON.stringify(requests)).not.toContain('canary');
  });
});

it.each(['%', '%ff%fe', 'a%5Cb', '%2e%2e', '__proto__', 'constructor', '*'])('the id %j gets 404', async (id) =>
  expect((await start().ask(`/v2/redis/database/${id}`)).status).toBe(404),
);

it('credentials of a database are hidden under any staged field name', async () => {
  const { control, create, ask } = start();
  const { database_id: id } = (await create(JSON.stringify(REQUEST))).json;
  await control.databases.set(id, { admin_secret: 'canary-staged', token: 'canary-staged', label: 'shown' });
  const { text, json } = await ask(`/v2/redis/database/${id}?credentials=hide`);
  expect(text).not.toContain('canary');
  expect(json.label).toBe('shown');
});

it('a failure of the service itself causes a JSON error without details, and a notice', async () => {
  // Every new id is the same, so the second id is taken.
  const { create, ask, notices } = start({ random: () => 0.5 });
  const first = await create(JSON.stringify(REQUEST));
  const second = await create(JSON.stringify({ ...REQUEST, database_name: 'canary-name' }));
  expect([first.status, second.status, second.json]).toEqual([200, 500, { error: 'the service failed' }]);
  expect(notices).toEqual(['A request failed: the new identifier is taken']);
  expect((await ask(`/v2/redis/database/${first.json.database_id}`)).json.database_name).toBe('orders');
});
