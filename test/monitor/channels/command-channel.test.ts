import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandChannel, type CommandChannelOptions } from '../../../src/monitor/channels/command-channel.js';
import { createDigest } from '../../../src/monitor/channels/digest.js';
import { listProcesses } from '../../support/processes.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { deliverOnce, sampleEvent } from './sample-events.js';

const script = (text: string): readonly string[] => ['/bin/sh', '-c', text];

const deliver = (options: Omit<CommandChannelOptions, 'name'>, sent: Parameters<typeof deliverOnce>[1] = {}) =>
  deliverOnce(commandChannel({ name: 'script', ...options }), sent);

/** A command that writes its standard input and its environment to a folder. */
const recordIn = (folder: string): readonly string[] => script(`cat > ${folder}/input; env > ${folder}/env`);

/** What such a command has written: the JSON of its input, and the variables of the channel. */
async function recorded(folder: string) {
  const [input, env] = await Promise.all(['input', 'env'].map((name) => readFile(join(folder, name), 'utf8')));
  const variables = (env ?? '').split('\n').filter((line) => line.startsWith('FLEETGLASS_'));
  return { input: JSON.parse(input ?? '') as unknown, variables: variables.toSorted((a, b) => (a < b ? -1 : 1)) };
}

describe('a command', () => {
  it('gets the event on its standard input and in variables', async () => {
    const folder = await temporaryFolder();
    const event = sampleEvent(1, { labels: { team: 'storage' }, runbook: 'https://example.com/full' });
    expect(await deliver({ command: recordIn(folder) }, { event })).toBeUndefined();
    const { input, variables } = await recorded(folder);
    expect(input).toMatchObject({
      version: 1,
      type: 'alert.fired',
      alert: { rule: 'nearly-full', id: 'db-1', labels: { team: 'storage' } },
    });
    expect(variables).toEqual([
      'FLEETGLASS_ALERT_FIELD=db_memory_threshold',
      'FLEETGLASS_ALERT_ID=db-1',
      'FLEETGLASS_ALERT_IDEMPOTENCY_KEY=nearly-full/database/db-1/db_memory_threshold-1',
      'FLEETGLASS_ALERT_IS_TEST=false',
      'FLEETGLASS_ALERT_NAME=orders',
      'FLEETGLASS_ALERT_RESOURCE=database',
      'FLEETGLASS_ALERT_RULE=nearly-full',
      'FLEETGLASS_ALERT_RUNBOOK=https://example.com/full',
      'FLEETGLASS_ALERT_SEVERITY=warning',
      'FLEETGLASS_ALERT_SUMMARY=orders uses 93 % of its memory.',
      'FLEETGLASS_ALERT_TYPE=alert.fired',
      'FLEETGLASS_ALERT_VALUE=0.93',
    ]);
    await deliver({ command: recordIn(folder) }, { event: { ...event, isTest: true } });
    expect((await recorded(folder)).variables).toContain('FLEETGLASS_ALERT_IS_TEST=true');
  });

  it('gets a digest on its standard input, and its numbers in variables', async () => {
    const folder = await temporaryFolder();
    const events = [sampleEvent(1, { key: 'new', severity: 'critical' }), sampleEvent(2, { key: 'old' })];
    const digest = createDigest(events, {}, 1);
    expect(await deliver({ command: recordIn(folder) }, { digest })).toBeUndefined();
    const { input, variables } = await recorded(folder);
    expect(input).toMatchObject({ type: 'alert.digest', events: [{ type: 'alert.fired' }, { type: 'alert.cleared' }] });
    expect(variables).toEqual([
      `FLEETGLASS_ALERT_IDEMPOTENCY_KEY=${digest.idempotencyKey}`,
      'FLEETGLASS_ALERT_IS_TEST=false',
      'FLEETGLASS_ALERT_SEVERITY=critical',
      'FLEETGLASS_ALERT_SUMMARY=1 alert fired, 1 alert cleared.',
      'FLEETGLASS_ALERT_TYPE=alert.digest',
    ]);
  });

  it('gets hostile names as plain data, and very long ones cut in its variables', async () => {
    const folder = await temporaryFolder();
    const name = `$(touch ${folder}/hacked)\n\0; touch ${folder}/hacked "'`;
    const event = sampleEvent(1, { name });
    expect(await deliver({ command: script(`printf %s "$FLEETGLASS_ALERT_NAME" > ${folder}/name`) }, { event })).toBe(
      undefined,
    );
    expect(await readFile(join(folder, 'name'), 'utf8')).toBe(name.replace('\n\0', ' '));
    await expect(readFile(join(folder, 'hacked'))).rejects.toThrow('ENOENT');
    const command = script('[ ${#FLEETGLASS_ALERT_NAME} = 1000 ] && cat > /dev/null');
    expect(await deliver({ command }, { event: sampleEvent(1, { name: 'x'.repeat(1_000_000) }) })).toBeUndefined();
  });

  it.each([
    [script('exit 3'), 'sh ended with code 3'],
    [script('echo first >&2; echo "the pager is down" >&2; exit 1'), 'sh ended with code 1: the pager is down'],
    [script('kill -TERM $$'), 'sh was ended by SIGTERM'],
    [script('sleep 30 & exit 2'), 'sh ended with code 2'],
    [['/no/such/program'], 'program cannot be started: no such file'],
  ])('that runs %s has failed', async (command, message) => {
    expect(await deliver({ command })).toMatchObject({ message });
  });

  it('may ignore its input, and may write without end', async () => {
    const event = sampleEvent(1, { summary: 'x'.repeat(1_000_000) });
    expect(await deliver({ command: script('exec <&-; exit 0') }, { event })).toBeUndefined();
    const caller = new AbortController();
    const before = process.memoryUsage().rss;
    const failure = deliver({ command: script('yes & yes >&2') }, { signal: caller.signal });
    await new Promise((resolve) => setTimeout(resolve, 500));
    caller.abort();
    expect(await failure).toMatchObject({ message: expect.stringMatching(/^sh was ended by SIGKILL/) as string });
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 2 ** 20);
  });

  it('is killed with its whole process group', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'stubborn');
    await writeFile(file, `trap "" TERM INT HUP\nsleep 60 &\necho $! > ${folder}/child\nsleep 60\n`);
    const caller = new AbortController();
    const failure = deliver({ command: ['/bin/sh', file] }, { signal: caller.signal });
    const readChild = async (): Promise<number> => Number(await readFile(join(folder, 'child'), 'utf8').catch(() => 0));
    await expect.poll(readChild).toBeGreaterThan(0);
    const child = await readChild();
    caller.abort();
    expect(await failure).toMatchObject({ message: 'sh was ended by SIGKILL' });
    const remaining = async () =>
      (await listProcesses()).filter(({ pid, command }) => pid === child || command.includes(file));
    await expect.poll(remaining).toEqual([]);
  });
});
