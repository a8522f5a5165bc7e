import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLineWriter, createLogFile } from '../../../../src/apps/watch/log/line-writer.js';
import { createWatchLog, type LogForm } from '../../../../src/apps/watch/log/watch-log.js';
import { smallDisk } from '../../../support/small-disk.js';

function createLog(level: 'debug' | 'info' = 'info', form?: LogForm) {
  const lines: string[] = [];
  const parsed = (): unknown[] => lines.map((line) => JSON.parse(line) as unknown);
  return { ...createWatchLog((line) => void lines.push(line), level, form), lines, parsed };
}

describe('the log', () => {
  it('has one line for each event of its level', () => {
    const { log, setLevel, lines, parsed } = createLog();
    log('debug', 'one');
    const facts = { text: 'a\nb', count: 1, isOn: true, ids: ['a', 'b'], alert: { rule: 'a' } };
    log('warn', 'alert-fired', { ...facts, level: 'x', none: undefined });
    expect(lines.join('')).toMatch(/^[^\n]*\n$/);
    expect(parsed()).toEqual([{ level: 'warn', time: expect.any(String), event: 'alert-fired', ...facts }]);
    setLevel('debug');
    log('debug', 'two');
    expect(parsed()[1]).toMatchObject({ event: 'two' });
  });

  it('can be text for people, with a priority for the journal', () => {
    const facts = { rule: 'suspended', summary: 'The state is "x".', count: 2, ids: ['a'] };
    const words = createLog('info', { format: 'text', hasPriorities: true });
    words.log('warn', 'alert-fired', facts);
    expect(words.lines.join('')).toMatch(
      /^<4>\d{4}-\S+Z WARN {2}alert-fired rule=suspended summary="The state is \\"x\\"\." count=2 ids=\["a"\]\n$/,
    );
    const json = createLog('debug', { hasPriorities: true });
    for (const level of ['error', 'info', 'debug'] as const) json.log(level, 'x');
    expect(json.lines.map((line) => line.slice(0, 4))).toEqual(['<3>{', '<6>{', '<7>{']);
  });

  it('shows no secret and no character that a terminal interprets, and cuts long texts and lists', () => {
    const { log, hide, lines, parsed } = createLog();
    hide(['canary-1', 'canary-1-longer']);
    const nested = { text: 'canary-1', deeper: [{ labels: { team: 'canary-1' } }] };
    log('error', 'failed', { message: 'x canary-1-longer y', list: ['canary-1'], nested });
    expect(lines.join('')).toContain('"x •••• y"');
    expect(lines.join('')).not.toContain('canary');
    const text = '\u001b[31m \u009b31m \u007f \u202etxt \u2028 😀';
    log('info', 'transition', { name: text });
    expect(lines.join('')).not.toMatch(/[\p{Zl}\p{Zp}\p{Cf}]|(?!\n)\p{Cc}/u);
    expect(parsed()[1]).toMatchObject({ name: text });
    log('info', 'long', { text: 'x'.repeat(1_000_000), ids: Array.from({ length: 100_000 }, (_, at) => `id-${at}`) });
    expect(lines.join('').length).toBeLessThan(5000);
    expect(lines.join('')).toContain('"99950 more"');
  });

  it('tells how many lines were lost when a line can be written again', () => {
    const lines: string[] = [];
    let isFull = true;
    const { log } = createWatchLog((line, onLost) => void (isFull ? onLost() : lines.push(line)), 'info');
    for (let line = 0; line < 3; line++) log('info', 'transition');
    isFull = false;
    log('info', 'transition');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { event: 'transition' },
      { level: 'warn', event: 'log-lines-lost', lines: 3 },
    ]);
  });
});

it('the writer of lines drops lines for a reader that does not read, and counts them', () => {
  const output = new PassThrough();
  const write = createLineWriter(output as unknown as NodeJS.WriteStream);
  let lost = 0;
  for (let line = 0; line < 100; line++) write('x'.repeat(100_000), () => (lost += 1));
  expect(output.writableLength + output.readableLength).toBeLessThan(2 * 1024 * 1024);
  expect(lost).toBeGreaterThan(80);
});

it('the writer of a file begins another line after one that a full disk has cut', async ({ skip }) => {
  const disk = await smallDisk();
  if (disk === undefined) return skip('only root can make a small disk');
  const path = join(disk.folder, 'watch.log');
  const write = createLogFile(path);
  let lost = 0;
  const onLost = (): void => void (lost += 1);
  write('first\n', onLost);
  await disk.fill();
  // The disk has room for the rest of the page of the file.
  write(`${'x'.repeat(10_000)}\n`, onLost);
  write('none\n', onLost);
  await disk.makeRoom();
  for (const line of ['second\n', 'third\n']) write(line, onLost);
  const content = await readFile(path, 'utf8');
  expect(content).toMatch(/^first\nx{100,9000}\nsecond\nthird\n$/);
  expect(lost).toBe(2);
});
