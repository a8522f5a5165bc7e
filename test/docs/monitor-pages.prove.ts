import { spawn, type ChildProcess } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { marked, type Tokens } from 'marked';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createService } from 'fleetglass/service';
import { webhookChannel, commandChannel, createMonitor } from 'fleetglass/monitor';
import { createFleet } from 'fleetglass';
import { readConfig } from '../../src/apps/watch/config/read-config.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { root } from './root.js';
import { freePort } from '../support/free-port.js';

interface CodeBlock {
  readonly language: string;
  /** From `file=` behind the language. */
  readonly file: string | undefined;
  readonly source: string;
}

/** The blocks of code of a page, also those in lists, in order. */
async function blocksOf(page: string): Promise<CodeBlock[]> {
  const found: CodeBlock[] = [];
  void marked.walkTokens(marked.lexer(await readFile(`${root}/docs/${page}`, 'utf8')), (token) => {
    if (token.type !== 'code') return;
    const { lang = '', text } = token as Tokens.Code;
    const [language = '', file] = lang.split(' file=');
    found.push({ language, file, source: text });
  });
  return found;
}

async function sourceOf(page: string, file: string): Promise<string> {
  const block = (await blocksOf(page)).find((each) => each.file === file);
  if (block === undefined) throw new Error(`docs/${page} has no block file=${file}`);
  return block.source;
}

/** A process whose output is collected. The end of the test ends it. */
function start(program: string, parameters: readonly string[], options: { cwd: string; env?: NodeJS.ProcessEnv }) {
  const child: ChildProcess = spawn(program, parameters, { ...options, env: { ...process.env, ...options.env } });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  let output = '';
  child.stdout?.on('data', (data) => (output += String(data)));
  child.stderr?.on('data', (data) => (output += String(data)));
  return { output: () => output, ended };
}

const WAIT = { timeout: 30_000, interval: 50 };

describe('docs/monitor.md', () => {
  it('leads from zero to a page', { timeout: 240_000 }, async () => {
    const folder = await temporaryFolder();
    const [servicePort, pagerPort] = [await freePort(), await freePort()];
    const replaced = (text: string): string =>
      text
        .replaceAll(/(?:npx |node_modules\/\.bin\/)fleetglass/g, `node ${root}/dist/apps/cli/main.js`)
        .replaceAll(' serve', ` serve --port ${servicePort}`)
        .replaceAll('4870', String(servicePort))
        .replaceAll('8080', String(pagerPort));
    const [, serve = '', create = '', check = '', testAlert = '', watch = '', suspend = ''] = (
      await blocksOf('monitor.md')
    ).flatMap(({ language, source }) => (language === 'sh' ? [replaced(source)] : []));
    await writeFile(join(folder, 'receiver.mjs'), replaced(await sourceOf('monitor.md', 'receiver.mjs')));
    const config = replaced(await sourceOf('monitor.md', 'fleetglass.yaml'));
    await writeFile(join(folder, 'fleetglass.yaml'), `${config}\nmetrics: { listen: "127.0.0.1:0" }\n`);
    const env = {
      HOME: folder,
      XDG_RUNTIME_DIR: folder,
      FLEETGLASS_USERNAME: 'demo',
      FLEETGLASS_PASSWORD: 'demo',
    };
    const shell = (commands: string) => start('bash', ['-e', '-c', commands], { cwd: folder, env });
    const run = async (commands: string): Promise<string> => {
      const { ended, output } = shell(commands);
      const code = await ended;
      expect({ code, output: output() }).toEqual({ code: 0, output: expect.any(String) as string });
      return output();
    };

    const service = shell(serve.replace('\nnode', '\nexec node'));
    const receiver = start(process.execPath, ['receiver.mjs'], { cwd: folder });
    await expect.poll(service.output, WAIT).toContain('serves the API');
    await run(create);
    expect(await run(check)).toContain('fleetglass.yaml is valid');
    expect(await run(testAlert)).toContain('pager: delivered');
    await expect.poll(receiver.output, WAIT).toMatch(/^alert\.fired {2}info {2}fleetglass-test/);

    const monitor = shell(`exec ${watch.replace(/ > .*$/, '')}`);
    await expect.poll(monitor.output, WAIT).toContain('"event":"ids-added"');
    await run(suspend);
    await expect
      .poll(receiver.output, WAIT)
      .toContain('alert.fired  critical  suspended  orders  The state is suspended.');
    await run(suspend.replace('suspended', 'active'));
    await expect.poll(receiver.output, WAIT).toContain('alert.cleared  critical  suspended');
  });
});

describe('each configuration on the pages of the monitor', () => {
  it.each(['monitor.md', 'monitor-configuration.md', 'monitor-rules.md', 'monitor-channels.md'])(
    'is valid: %s',
    async (page) => {
      const folder = await temporaryFolder();
      for (const secret of [
        'password.txt',
        'inventory-token',
        'ntfy-topic',
        'ntfy-token',
        'smtp-password',
        'monitor-token',
      ])
        await writeFile(join(folder, secret), 'a-secret');
      await writeFile(join(folder, 'redis-url'), 'rediss://fleetglass:password@redis.example.com:6379');
      for (const url of ['pager-url', 'chat-url', 'slack-url', 'discord-url', 'watchdog-url'])
        await writeFile(join(folder, url), 'https://pager.example.com/hook');
      await writeFile(join(folder, 'pagerduty-key'), 'a'.repeat(32));
      await writeFile(join(folder, 'pager-secret'), Buffer.alloc(32).toString('base64'));
      const env = {
        FLEETGLASS_USERNAME: 'me',
        FLEETGLASS_PASSWORD: 'a password',
        FLEETGLASS_BASE_URL: 'https://example.com',
      };
      const texts = (await blocksOf(page)).filter(
        ({ language, file }) => language === 'yaml' && file !== 'alertmanager.yml',
      );
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

describe('each receiver in docs/monitor-channels.md', () => {
  const secret = Buffer.alloc(32, 7).toString('base64');
  const receivers = [
    { file: 'receiver.mjs', program: process.execPath },
    { file: 'receiver.py', program: 'python3' },
  ];

  it.each(receivers)(
    'takes what the webhook signs, once, and refuses anything else: $file',
    async ({ file, program }) => {
      const folder = await temporaryFolder();
      await writeFile(join(folder, file), await sourceOf('monitor-channels.md', file));
      const receiver = start(program, [file], { cwd: folder, env: { WEBHOOK_SECRET: secret, PORT: '0' } });
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
      expect(results.map(({ channel, isDelivered }) => [channel, isDelivered])).toEqual([
        ['right', true],
        ['wrong', false],
        ['unsigned', false],
      ]);
      fleet.dispose();

      const body = JSON.stringify({
        type: 'alert.fired',
        idempotencyKey: 'one',
        alert: { summary: 'Two deliveries.' },
      });
      const post = async (nowMs: number): Promise<number> => {
        const timestamp = String(Math.floor(nowMs / 1000));
        const signature = createHmac('sha256', Buffer.from(secret, 'base64'))
          .update(`one.${timestamp}.${body}`)
          .digest('base64');
        const headers = { 'webhook-id': 'one', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
        return (await fetch(url, { method: 'POST', headers, body })).status;
      };
      expect([await post(Date.now()), await post(Date.now()), await post(Date.now() - 600_000)]).toEqual([
        204, 204, 401,
      ]);
      await expect.poll(receiver.output, WAIT).toContain('alert.fired Two deliveries.');
      expect(receiver.output().split('Two deliveries.').length).toBe(2);
    },
  );
});

const credentials = { username: 'demo', password: 'demo' };

describe('the command in docs/monitor-channels.md', () => {
  it('gets the variables of the alert', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'bin'));
    const script = join(folder, 'mail-alert');
    await writeFile(script, await sourceOf('monitor-channels.md', 'mail-alert'));
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
});
