import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { marked } from 'marked';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The JavaScript of a page; each example stands alone. The package finds itself by its own name, as built. */
function examples(page: string): [string, ...string[]] {
  const tokens = marked.lexer(readFileSync(`${root}/${page}`, 'utf8'));
  const [first, ...others] = tokens.filter((token) => token.type === 'code' && token['lang'] === 'js');
  if (first === undefined) throw new Error(`${page} has no example`);
  return [first, ...others].map((code) => (code as { text: string }).text) as [string, ...string[]];
}

function run(source: string): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-'], {
    cwd: root,
    input: source,
    encoding: 'utf8',
    timeout: 15_000,
  });
  return { status, stdout, stderr };
}

describe('the examples in the guides', () => {
  it('in the README runs as printed, in at most 15 lines', () => {
    const [source] = examples('README.md');
    expect(source.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(15);
    expect(run(source)).toEqual({
      status: 0,
      stdout: [
        'active creating 9223372036854775807n [',
        '  {',
        "    path: 'db_request_limit',",
        "    kind: 'rounded-integer',",
        "    expected: 'int64, 0 or more'",
        '  }',
        ']',
        'articles 384',
        '',
      ].join('\n'),
      stderr: '',
    });
  });

  it('on the page of the local service run as printed', () => {
    const [service, control = ''] = examples('docs/local-service.md');
    expect(run(service)).toEqual({ status: 0, stdout: '[]\n', stderr: '' });
    expect(run(control)).toEqual({ status: 0, stdout: '[]\n', stderr: '' });
  });

  it('on the page of limits run as printed', () => {
    const [views, pure = ''] = examples('docs/limits.md');
    expect(run(views)).toEqual({
      status: 0,
      stdout: [
        'Connections 0.85 warning',
        'Request size true unknown',
        '{',
        '  unknown: 0,',
        '  unlimited: 0,',
        '  ok: 0,',
        '  warning: 1,',
        '  critical: 0,',
        '  exceeded: 0',
        '}',
        '',
      ].join('\n'),
      stderr: '',
    });
    expect(run(pure)).toEqual({
      status: 0,
      stdout: [
        'db_max_clients 1000 1000 exceeded',
        'db_disk_threshold undefined 5 unknown',
        'db_memory_threshold 0 undefined unknown',
        '',
      ].join('\n'),
      stderr: '',
    });
  });
});
