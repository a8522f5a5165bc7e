import { createHmac } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createService } from 'fleetglass/service';
import { webhookChannel, commandChannel, createMonitor } from 'fleetglass/monitor';
import { createFleet } from 'fleetglass';
import { readConfig } from '../../src/apps/watch/config/read-config.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { exampleBlocks } from './example-blocks.js';
import { start } from './page-steps.js';

const sourceOf = (name: string): string =>
  exampleBlocks('docs/monitor-channels.md').find(({ file }) => file === name)?.source ?? expect.unreachable(name);

const WAIT = { timeout: 30_000, interval: 50 };

describe('each configuration on the pages of the monitor', () => {
  it.each(['monitor.md', 'monitor-configuration.md', 'monitor-rules.md', 'monitor-channels.md', 'from-cron.md'])(
    'is valid: %s',
    async (page) => {
      const folder = await temporaryFolder();
      const tokens = ['inventory-token', 'ntfy-token', 'monitor-token'];
      for (const secret of ['password.txt', 'ntfy-topic', 'smtp-password', ...tokens])
        await writeFile(join(folder, secret), 'a-secret');
      await writeFile(join(folder, 'redis-url'), 'rediss://fleetglass:password@redis.example.com:6379');
      for (const url of ['pager-url', 'chat-url', 'slack-url', 'discord-url', 'watchdog-url'])
        await writeFile(join(folder, url), 'https://pager.example.com/hook');
      await writeFile(join(folder, 'pagerduty-key'), 'a'.repeat(32));
      await writeFile(join(folder, 'pager-secret'), Buffer.alloc(32).toString('base64'));
      const env = { FLEETGLASS_USERNAME: 'me', FLEETGLASS_PASSWORD: 'x', FLEETGLASS_BASE_URL: 'https://example.com' };
      const texts = exampleBlocks(`docs/${page}`).filter(({ language }) => language.startsWith('yaml'));
      expect(texts.length).toBeGreaterThan(0);
      for (const { source } of texts) {
        const config = join(folder, 'fleetglass.yaml');
        // The rule that shows all settings sends to a channel of that name.
        const channels = source.includes('channels: [pager]') ? 'channels: [{ type: log, name: pager }]\n' : '';
        await writeFile(config, `${source}\n${channels}`);
        await readConfig({ config, state: join(folder, 'state') }, env);
      }
    },
  );
});

describe('the receiver in docs/monitor-channels.md', () => {
  const key = Buffer.alloc(32, 7);
  const secret = key.toString('base64');

  it('accepts each signed event once, and refuses anything else', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'receiver.mjs'), sourceOf('receiver.mjs'));
    const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: '0' };
    const receiver = start(process.execPath, ['receiver.mjs'], { cwd: folder, env });
    await expect.poll(receiver.output, WAIT).toMatch(/^ready \d+\n/);
    const url = `http://127.0.0.1:${/\d+/.exec(receiver.output())?.[0]}/page`;

    const fleet = createFleet({ baseUrl: 'http://localhost', fetch: createService({ credentials }).fetch });
    await using monitor = createMonitor({
      fleet,
      channels: [
        webhookChannel({ name: 'right', url, secret }),
        webhookChannel({ name: 'wrong', url, secret: Buffer.alloc(32, 8).toString('base64') }),
        webhookChannel({ name: 'unsigned', url }),
      ],
    });
    const results = await monitor.testAlert();
    const told = results.map(({ channel, isDelivered }) => `${channel} ${isDelivered}`);
    expect(told).toEqual(['right true', 'wrong false', 'unsigned false']);
    fleet.dispose();

    const cut = connect(Number(new URL(url).port), '127.0.0.1').resume();
    cut.end('POST /page HTTP/1.1\r\nHost: page\r\nContent-Length: 9\r\n\r\nhalf'); // and goes away
    await new Promise((resolve) => cut.once('close', resolve));
    const event = JSON.stringify({ type: 'alert.fired', idempotencyKey: 'one', alert: { summary: 'Two deliveries.' } });
    const post = async (body: string, nowMs = Date.now()): Promise<number> => {
      const timestamp = String(Math.floor(nowMs / 1000));
      const signature = createHmac('sha256', key).update(`one.${timestamp}.${body}`).digest('base64');
      const headers = { 'webhook-id': 'one', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
      return (await fetch(url, { method: 'POST', headers, body })).status;
    };
    expect([await post(event), await post(event), await post(event, 0)]).toEqual([204, 204, 401]);
    expect(await post(JSON.stringify({ type: 'alert.digest', idempotencyKey: 'two', counts: { fired: 5 } }))).toBe(204);
    await expect.poll(receiver.output, WAIT).toContain('alert.fired Two deliveries.\nalert.digest { fired: 5 }');
    expect(receiver.output().split('Two deliveries.').length).toBe(2);
  });
});

const credentials = { username: 'demo', password: 'demo' };

it('the command in docs/monitor-channels.md gets the variables of the alert', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'bin'));
  const script = join(folder, 'mail-alert');
  await writeFile(script, sourceOf('mail-alert'));
  const sendmail = join(folder, 'bin', 'sendmail');
  await writeFile(sendmail, `#!/bin/sh\n{ echo "To: $1"; cat; } >> ${folder}/mail\n`);
  await Promise.all([chmod(script, 0o755), chmod(sendmail, 0o755)]);
  const PATH = `${folder}/bin:${process.env['PATH']}`;

  const fleet = createFleet({ baseUrl: 'http://localhost', fetch: createService({ credentials }).fetch });
  await using monitor = createMonitor({
    fleet,
    channels: [commandChannel({ name: 'mail', command: [script, 'oncall@example.com'], env: { PATH } })],
  });
  expect(await monitor.testAlert()).toEqual([{ channel: 'mail', isDelivered: true }]);
  fleet.dispose();
  const mail = await readFile(join(folder, 'mail'), 'utf8');
  expect(mail).toMatch(
    /^To: oncall@example\.com\nSubject: \[info\] fleetglass-test alert\.fired\n\nThis is a test alert/,
  );
});
