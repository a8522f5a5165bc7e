import { describe, expect, it } from 'vitest';
import {
  alertmanagerChannel,
  type AlertmanagerChannelOptions,
} from '../../../src/monitor/channels/alertmanager-channel.js';
import { commandChannel, type CommandChannelOptions } from '../../../src/monitor/channels/command-channel.js';
import { emailChannel, type EmailChannelOptions } from '../../../src/monitor/channels/email-channel.js';
import { ntfyChannel, slackChannel } from '../../../src/monitor/channels/preset-channels.js';
import { webhookChannel, type WebhookChannelOptions } from '../../../src/monitor/channels/webhook-channel.js';
import { errorOf } from '../../support/failure-of.js';
import { createLeakSearch } from '../../support/leaks.js';

const SECRET = 'canary1234';

const webhook = (change: object) =>
  webhookChannel({ name: 'pager', url: 'https://hooks.example.com', ...change } as WebhookChannelOptions);
const alertmanager = (change: object) =>
  alertmanagerChannel({ name: 'am', url: 'https://am.example.com', ...change } as AlertmanagerChannelOptions);
const command = (change: object) =>
  commandChannel({ name: 'script', command: ['true'], ...change } as CommandChannelOptions);
const address = { host: 'smtp.example.com', from: 'a@example.com', to: ['b@example.com'] };
const email = (change: object) =>
  emailChannel({ name: 'mail', username: 'me', password: SECRET, ...address, ...change } as EmailChannelOptions);
const ntfy = (change: object) => ntfyChannel({ name: 'a', topic: 'x', ...change });

describe('the options of a channel', () => {
  it.each<[string, () => unknown, string]>([
    ['a name with a slash', () => webhook({ name: 'a/b' }), 'name'],
    ['http on another host', () => webhook({ url: 'http://hooks.example.com' }), 'url'],
    ['a password in the URL', () => webhook({ url: `https://a:${SECRET}@hooks.example.com` }), 'url'],
    ['a port that fetch refuses', () => webhook({ url: 'https://hooks.example.com:22' }), 'url'],
    ['a secret of 23 bytes', () => webhook({ secret: Buffer.alloc(23, 'x').toString('base64') }), 'secret'],
    ['a header with a line break', () => webhook({ headers: { 'x-token': `${SECRET}\n` } }), 'headers.x-token'],
    ['a header that the channel sets', () => webhook({ headers: { 'Webhook-Id': SECRET } }), 'headers.Webhook-Id'],
    ['a header of two lines', () => webhook({ headers: { title: '{{ alert.name | raw }}' } }), 'headers.title'],
    ['a type with a line break', () => webhook({ contentType: `text/plain\n${SECRET}` }), 'contentType'],
    ['a misspelt option', () => webhook({ secrets: SECRET }), 'secrets'],
    ['a query in the URL of Alertmanager', () => alertmanager({ url: `https://am.example.com/?a=${SECRET}` }), 'url'],
    ['a password over http', () => alertmanager({ url: 'http://am.internal', username: 'a', password: SECRET }), 'url'],
    ['a user name without a password', () => alertmanager({ username: 'a' }), 'password'],
    ['a colon in a user name', () => alertmanager({ username: `a:${SECRET}`, password: 'b' }), 'username'],
    [
      'a password and a bearer token',
      () => alertmanager({ username: 'a', password: 'b', bearerToken: SECRET }),
      'bearerToken',
    ],
    ['a label with a hyphen', () => alertmanager({ labels: { 'a-b': 'c' } }), 'labels.a-b'],
    ['a label that the channel sets', () => alertmanager({ labels: { alertname: 'c' } }), 'labels.alertname'],
    ['an interval below a second', () => alertmanager({ repeatMs: 999 }), 'repeatMs'],
    ['a command in one string', () => command({ command: 'echo hello' }), 'command'],
    ['an empty program', () => command({ command: [''] }), 'command'],
    ['a NUL character', () => command({ command: ['a', 'b\0'] }), 'command'],
    [
      'a variable that the channel sets',
      () => command({ env: { FLEETGLASS_ALERT_ID: 'x' } }),
      'env.FLEETGLASS_ALERT_ID',
    ],
    ['a variable without a name', () => command({ env: { 'a b': 'x' } }), 'env.a b'],
    ['a password in plain text', () => email({ tls: 'none' }), 'tls'],
    ['a user name of a mail server without a password', () => email({ password: undefined }), 'password'],
    ['a port in the name of a mail server', () => email({ host: 'smtp.example.com:587' }), 'host'],
    ['a line break in an address', () => email({ from: `a@example.com\r\nBcc: ${SECRET}` }), 'from'],
    ['no recipient', () => email({ to: [] }), 'to'],
    ['a path instead of certificates', () => email({ ca: `/${SECRET}.pem` }), 'ca'],
    ['http for a chat', () => slackChannel({ name: 'a', url: `http://hooks.example.com/${SECRET}` }), 'url'],
    ['a topic with a slash', () => ntfy({ topic: `${SECRET}/x` }), 'topic'],
    ['a topic in the address of its server', () => ntfy({ topic: SECRET, url: `https://ntfy.sh/${SECRET}/` }), 'url'],
    ['the path of the API of Alertmanager', () => alertmanager({ url: 'https://am.example.com/api/v2/alerts' }), 'url'],
    ['a token and a password', () => ntfy({ username: 'me', password: 'p', token: SECRET }), 'token'],
  ])('refuse %s, without its value', (_, make, path) => {
    const failure = errorOf(make);
    expect(failure).toMatchObject({ code: 'invalid-request', issues: [{ path }] });
    expect(createLeakSearch([SECRET])(failure)).toEqual([]);
  });

  it('allow http with allowHttp, plain text on loopback, and Alertmanager behind the proxy of Kubernetes', () => {
    expect(webhook({ url: 'http://hooks.internal', allowHttp: true }).name).toBe('pager');
    expect(webhook({ url: new URL('http://127.0.0.1:8080') }).name).toBe('pager');
    for (const host of ['localhost', '::1']) expect(email({ host, tls: 'none' }).name).toBe('mail');
    const url = 'https://k8s.example.com/api/v1/namespaces/monitoring/services/alertmanager:9093/proxy';
    expect(alertmanager({ url }).name).toBe('am');
  });
});
