import type { ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ControlError, createControlClient, type ControlClient } from '../../../src/service/index.js';
import { FleetError } from '../../../src/core/shared/fleet-error.js';
import { rejectionOf } from '../../support/failure-of.js';
import { freePort } from '../../support/free-port.js';
import { createLeakSearch } from '../../support/leaks.js';
import { createManualClock } from '../../support/manual-clock.js';
import { serve } from '../../support/serve.js';
import { AUTHORIZATION, CREDENTIALS, openService, TOKEN } from '../opened-service.js';

const { password: PASSWORD } = CREDENTIALS;

/** The token and the password begin with it. */
const leaksOf = createLeakSearch(['canar']);

describe('createControlClient', () => {
  it.each(['two canaries', undefined])('refuses the token %j, not showing it', async (token) => {
    const error = await rejectionOf(() => createControlClient({ baseUrl: 'http://localhost', token: token as string }));
    expect(error).toBeInstanceOf(ControlError);
    expect(error).toMatchObject({ issues: [{ path: 'token' }] });
    expect(leaksOf(error)).toEqual([]);
  });

  it.each([NaN, 0, -1, Infinity, 2 ** 31])('refuses the deadline %d', (timeoutMs) => {
    const create = (): ControlClient => createControlClient({ baseUrl: 'http://localhost', token: TOKEN, timeoutMs });
    expect(create).toThrow('control: timeoutMs: expected milliseconds, more than 0');
  });

  it('refuses to send the token to another machine without TLS', async () => {
    const error = await rejectionOf(() => createControlClient({ baseUrl: 'http://example.com', token: TOKEN }));
    expect(error).toBeInstanceOf(FleetError);
    expect(error).toMatchObject({ code: 'invalid-request' });
  });

  it('refuses an id and a value that cannot be sent, before it sends a request', async () => {
    let sent = 0;
    const fetch = async (): Promise<Response> => {
      sent += 1;
      return new Response('{}');
    };
    const control = createControlClient({ baseUrl: 'http://localhost', token: TOKEN, fetch });
    for (const work of [() => control.databases.set('..', {}), () => control.indices.remove('a/b')]) {
      expect(await rejectionOf(work)).toMatchObject({ name: 'ControlError', issues: [{ path: 'id' }] });
    }
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    for (const work of [() => control.databases.set('a', cyclic), () => control.indices.add(cyclic)])
      expect((await rejectionOf(work)).message).toMatch(/^control: .*: the value cannot be sent/);
    expect(sent).toBe(0);
  });

  it.each([
    ['a service that does not answer', () => {}],
    ['an answer that does not end', (response: ServerResponse) => response.write('[')],
  ])('rejects at the deadline for %s, and leaves no timer', async (_, answer) => {
    let begun = (): void => {};
    const asked = new Promise<void>((resolve) => (begun = resolve));
    const baseUrl = await serve((__, response) => {
      answer(response);
      begun();
    });
    const clock = createManualClock();
    const control = createControlClient({ baseUrl, token: TOKEN, timeoutMs: 500, clock });
    const failed = rejectionOf(control.faults.list());
    await asked;
    await clock.advance(499);
    expect(clock.pending).toBe(1);
    await clock.advance(1);
    expect((await failed).message).toBe('control: GET /control/faults: no answer within 500 ms');
    expect(clock.pending).toBe(0);
  });

  it('sends its requests by the fetch of the platform at that time, which tools replace', async () => {
    const control = createControlClient({ baseUrl: 'http://localhost', token: TOKEN });
    vi.stubGlobal('fetch', async () => new Response('[]'));
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(await control.faults.list()).toEqual([]);
  });

  it('does not follow a redirect with the token', async () => {
    const seen: unknown[] = [];
    const target = await serve(({ headers }, response) => {
      seen.push(headers.authorization);
      response.end('[]');
    });
    const baseUrl = await serve((_, response) => response.writeHead(307, { location: target }).end());
    const error = await rejectionOf(createControlClient({ baseUrl, token: TOKEN }).faults.list());
    expect(error).toMatchObject({ status: 307 });
    expect(seen).toEqual([]);
  });

  it.each(['<html>', '{}'])('refuses %j as an answer of a control API', async (body) => {
    const baseUrl = await serve((_, response) => response.end(body));
    const error = await rejectionOf(createControlClient({ baseUrl, token: TOKEN }).databases.list());
    expect(error.message).toBe('control: GET /control/databases: the answer does not come from a control API');
  });
});

it.each([
  ['there is no server', async () => `http://127.0.0.1:${await freePort()}`],
  ['the connection is reset', () => serve((request) => request.socket.resetAndDestroy())],
  [
    'the answer ends early',
    () => serve((_, response) => response.writeHead(200, { 'content-length': 9 }).write('[', () => response.destroy())),
  ],
  [
    'another server sends them back',
    () =>
      serve((request, response) => {
        const error = `you sent ${request.headers.authorization} and ${TOKEN}`;
        response.writeHead(400).end(JSON.stringify({ error, issues: [{ path: TOKEN, message: error }] }));
      }),
  ],
])('the token and the passwords are in no error if %s', async (_, start) => {
  const control = createControlClient({ baseUrl: await start(), token: TOKEN });
  const error = await rejectionOf(control.databases.set('x', { password: PASSWORD }));
  expect(error).toBeInstanceOf(ControlError);
  expect(leaksOf(error)).toEqual([]);
});

it('the token and the passwords are in no answer, log or notice of the service', async () => {
  const answers: string[] = [];
  const { service, notices } = openService();
  const { url } = await service.listen();
  const send = async (path: string, method: string, authorization: string, body?: string): Promise<void> => {
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) });
    answers.push(JSON.stringify([...response.headers]), await response.text());
  };
  for (const authorization of [`Bearer ${TOKEN}`, `Bearer x${TOKEN}`, AUTHORIZATION, '']) {
    const paths = ['databases', 'requests', 'faults', 'none'].map((name) => `/control/${name}`);
    for (const path of [...paths, '/v2/vector/index']) await send(path, 'GET', authorization);
    await send('/control/faults', 'POST', authorization, JSON.stringify({ kind: TOKEN, status: PASSWORD }));
    const steps = `{"steps":[{"set":"${TOKEN}"}], "${PASSWORD.slice(7)}`;
    await send('/control/databases/x', 'PATCH', authorization, steps);
    const index = JSON.stringify({ token: PASSWORD, read_only_token: TOKEN, id: 1 });
    await send('/control/indices', 'POST', authorization, index);
  }
  await send('/control/requests', 'GET', `Bearer ${TOKEN}`);
  expect(answers.at(-1)).toContain('/v2/vector/index');
  expect([...answers, ...notices].join('\n')).not.toMatch(/canary/);
});
