import { expect, it } from 'vitest';
import { alertmanagerChannel } from '../../../src/monitor/channels/alertmanager-channel.js';
import type { Channel } from '../../../src/monitor/channels/channel.js';
import { commandChannel } from '../../../src/monitor/channels/command-channel.js';
import type { Deliveries } from '../../../src/monitor/channels/deliveries.js';
import {
  discordChannel,
  ntfyChannel,
  pagerdutyChannel,
  slackChannel,
} from '../../../src/monitor/channels/preset-channels.js';
import { emailChannel } from '../../../src/monitor/channels/email-channel.js';
import { logChannel } from '../../../src/monitor/channels/log-channel.js';
import { webhookChannel } from '../../../src/monitor/channels/webhook-channel.js';
import { createLeakSearch } from '../../support/leaks.js';
import { httpAnswer, startWireServer } from '../../support/wire-server.js';
import { createDeliveries, sampleEvent } from './sample-events.js';

const secrets = {
  path: 'canary-path-8f3a',
  query: 'canary-query-77c1',
  header: 'canary-header-19bd',
  signing: Buffer.from('canary-signing-key-of-32-bytes!!').toString('base64'),
  password: 'canary-password-5e0f',
  token: 'canary-token-c2d4',
  topic: 'canary-topic-3d19',
  routing: 'canary0routing0key0of032letters0',
  argument: 'canary-argument-0b6e',
  variable: 'canary-variable-41aa',
};

it.each([
  ['refuse', 400],
  ['fail', 500],
  ['work', 200],
])('no log, status, result or kept value shows a secret of channels that %s', async (_, status) => {
  // The answer quotes the whole request.
  await using server = await startWireServer((wire, { target, headers, body }) =>
    wire.send(httpAnswer(status, JSON.stringify({ error: [target, ...headers.values(), body].join(' ') }))),
  );
  const url = `${server.url}/${secrets.path}`;
  const said: unknown[] = [];
  const channels: Channel[] = [
    webhookChannel({
      name: 'webhook',
      url: `${url}?key=${secrets.query}`,
      secret: secrets.signing,
      headers: { authorization: `Bearer ${secrets.header}` },
    }),
    alertmanagerChannel({ name: 'with-password', url, username: 'fleet', password: secrets.password }),
    alertmanagerChannel({ name: 'with-token', url, bearerToken: secrets.token }),
    commandChannel({
      name: 'command',
      command: ['/bin/sh', '-c', `exit ${status === 200 ? 0 : 1}`, secrets.argument],
      env: { TOKEN: secrets.variable },
    }),
    slackChannel({ name: 'slack', url }),
    discordChannel({ name: 'discord', url: `${url}?key=${secrets.query}` }),
    pagerdutyChannel({ name: 'pagerduty', url, routingKey: secrets.routing }),
    ntfyChannel({ name: 'ntfy', url, topic: secrets.topic, token: secrets.token }),
    // The server speaks no SMTP.
    emailChannel({
      name: 'email',
      host: '127.0.0.1',
      port: server.port,
      username: 'fleet',
      password: secrets.password,
      from: 'a@example.com',
      to: ['b@example.com'],
      timeoutMs: 300,
    }),
    logChannel({ log: (...line) => void said.push(line) }),
  ];
  const deliveries: Deliveries = createDeliveries(channels, {
    log: (...line) => void said.push(line),
    onChanged: () => said.push(deliveries.statuses),
    write: (...written) => void said.push(written),
    firing: () => [sampleEvent(1).alert],
  });
  deliveries.start();
  deliveries.enqueue(sampleEvent(1), undefined)();
  said.push(await deliveries.test());
  const ended = (): number[] => deliveries.statuses.map(({ delivered, failed }) => Math.min(1, delivered + failed));
  await expect.poll(ended).toEqual(channels.map(() => 1));
  await deliveries.drain(1000);

  const encoded = Buffer.from(`fleet:${secrets.password}`).toString('base64');
  expect(createLeakSearch([...Object.values(secrets), encoded])(said)).toEqual([]);
  // The search works: the secrets were sent.
  expect(createLeakSearch([secrets.header])(server.requests.map(({ headers }) => [...headers.values()]))).not.toEqual(
    [],
  );
});
