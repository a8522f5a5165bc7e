import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { freePort } from '../../support/free-port.js';

const PROGRAM = 'prometheus-alertmanager';

export type RunningAlertmanager = Awaited<ReturnType<typeof startAlertmanager>>;

/** Starts a real Alertmanager, whose notifications go to a webhook. */
export async function startAlertmanager(webhookUrl: string) {
  const folder = await mkdtemp(join(tmpdir(), 'fleetglass-test-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const config = {
    route: { receiver: 'hook', group_by: ['...'], group_wait: '0s', group_interval: '1s', repeat_interval: '1h' },
    receivers: [{ name: 'hook', webhook_configs: [{ url: webhookUrl }] }],
  };
  const configFile = join(folder, 'alertmanager.yml');
  // JSON is YAML.
  await writeFile(configFile, JSON.stringify(config));
  let stop = async (): Promise<void> => {};

  async function start(): Promise<void> {
    const child = spawn(
      PROGRAM,
      [
        `--config.file=${configFile}`,
        `--storage.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
        '--cluster.listen-address=',
      ],
      { stdio: 'ignore' },
    );
    const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
    stop = async () => {
      child.kill('SIGKILL');
      await ended;
    };
    await vi.waitFor(async () => expect((await fetch(`${url}/-/ready`)).ok).toBe(true), {
      timeout: 20_000,
      interval: 20,
    });
  }

  await start();
  return {
    url,
    /** The alerts that fire now. `amtool` shows the same list, and takes longer. */
    async alerts() {
      const response = await fetch(`${url}/api/v2/alerts`);
      return (await response.json()) as readonly { readonly labels: Readonly<Record<string, string>> }[];
    },
    /** Ends it with its alerts, and starts it again at the same address. */
    async restart() {
      await stop();
      await start();
    },
    async stop() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
