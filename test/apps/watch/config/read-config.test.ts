import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { ConfigError } from '../../../../src/apps/watch/config/config-problem.js';
import type { ConfigFlags } from '../../../../src/apps/watch/config/inspect-config.js';
import { checkConfig, readConfig, type WatchConfig } from '../../../../src/apps/watch/config/read-config.js';
import { describeConfig } from '../../../../src/apps/watch/daemon/describe-config.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { threadTimeMs } from '../../../support/thread-time.js';

const BASE = 'service: { baseUrl: "https://api.example.com", username: me, password: secret }\nstate: ./state\n';

const EXPECTED_REDIS =
  'expected a URL such as rediss://user:password@redis.example.com:6379, with %25 for % in the password';

interface Given {
  readonly flags?: Partial<ConfigFlags>;
  readonly env?: NodeJS.ProcessEnv;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

/** Reads a file with this content, in a folder with further files. */
async function read(content: string | Uint8Array, { flags, env = {}, files = {} }: Given = {}): Promise<WatchConfig> {
  const folder = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const config = join(folder, 'fleetglass.yaml');
  await writeFile(config, content);
  return readConfig({ config, ...flags }, env);
}

/** The problems as in the message: `line:column path: message`. */
async function problemsOf(content: string | Uint8Array, given?: Given): Promise<string[]> {
  const error: unknown = await read(content, given).catch((thrown: unknown) => thrown);
  if (!(error instanceof ConfigError)) throw new Error('expected a ConfigError', { cause: error });
  return error.message
    .split('\n')
    .slice(1)
    .map((line) => line.replace(/^.*fleetglass\.yaml:? ?/, ''));
}

describe('a configuration file', () => {
  it.each<readonly [what: string, content: string | Uint8Array, ...problems: string[]]>([
    ['is empty', '', 'the file is empty'],
    ['has a NUL character', 'state: "a\0b"', 'expected text, but it contains a NUL character'],
    ['is not UTF-8', new Uint8Array([0x61, 0xff, 0xfe]), 'expected UTF-8 text'],
    ['is larger than 1 MiB', `${BASE}#${'x'.repeat(1024 * 1024)}`, 'cannot read the file: it is larger than 1 MiB'],
    ['is a list', '- a\n- b\n', '1:1: expected a mapping'],
    [
      'ends within quotes',
      `${BASE}log: { level: "info`,
      '3:20: a quote, a bracket, a comma or the space after a colon is missing before this place',
    ],
    ['has two documents', `${BASE}---\na: 1\n`, '3:1: expected one document; remove the line ---'],
    [
      'has an alias of nothing',
      `${BASE}log: *level\n`,
      '3:6: an alias (*name) has no anchor (&name) before it; put quotes around a text that begins with *',
    ],
    ['has a key twice', `${BASE}log:\n  level: info\n  level: warn\n`, '5:3: duplicate key'],
    ['is nested deeply', `${BASE}rules: ${'['.repeat(100_000)}`, '3:829: nested too deeply'],
    [
      'has an alias bomb',
      `${BASE}a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b]\nrules: [*c,*c,*c,*c,*c,*c]\n`,
      'too many aliases (*name): write the values out',
    ],
    [
      'has an alias of a mapping in itself',
      `${BASE}log: &log\n  level: info\n  more: { log: *log }\n`,
      '5:16: an alias (*name) is inside the value that it names (&name): write the value out',
    ],
    [
      'has a template with an unknown name',
      `${BASE}channels:\n  - type: webhook\n    name: a\n    url: "https://example.com"\n    body: |\n      {\n        "text": "{{ alert.nmae }}" }\n`,
      '7:11 channels[0].body: expected a template; line 2, column 15: unknown name alert.nmae, expected one of key, rule, severity, resource, id, name, field, value, summary, labels, annotations, runbook, startedAt, firedAt',
    ],
    [
      'has no service',
      'state: s\n',
      '1:1 service.baseUrl: is missing; set it here, in FLEETGLASS_BASE_URL or with --base-url',
      '1:1 service.username: is missing; set it here, in usernameFile or in FLEETGLASS_USERNAME',
      '1:1 service.password: is missing; set it here, in passwordFile or in FLEETGLASS_PASSWORD',
    ],
    [
      'has an address that is not safe',
      'service: { baseUrl: "http://api.example.com", username: a, password: b }\nstate: s\n',
      '1:21 service.baseUrl: expected a URL. http: is only for loopback, expected https:',
    ],
    [
      'has ids without a source',
      `${BASE}ids: [a1]\n`,
      '3:7 ids[0]: expected an object such as { type: list, ids: ["…"] }',
    ],
    [
      'has paths with a tilde',
      BASE.replace('./state', '~/state').replace('password: ', 'passwordFile: ~/'),
      '1:76 service.passwordFile: expected a path without ~: write ${HOME}',
      '2:8 state: expected a path without ~: write ${HOME}',
    ],
    [
      'has numbers as texts',
      `${BASE.replace('secret', '0123')}channels: [{ type: command, name: a, command: [a], env: { PORT: 8080 } }]\n`,
      '1:72 service.password: expected a text that is not empty; put quotes around a number',
      '3:65 channels[0].env.PORT: expected a text; put quotes around a number',
    ],
    [
      'has no state directory',
      BASE.replace('state: ./state\n', ''),
      '1:1 state: is missing; set it here or with --state',
    ],
  ])('that %s is refused with its place', async (_, content, ...problems) => {
    expect(await problemsOf(content)).toEqual(problems);
  });

  it('hides the password of Redis, and derives a scope of the account', async () => {
    const given = { files: { redis: 'redis://:pass%20word@localhost:6379\n' } };
    const config = await read(`${BASE}sharing: { redisFile: redis }\n`, given);
    expect(config.sharing).toEqual({
      redis: 'redis://:pass%20word@localhost:6379',
      scope: expect.stringMatching(/^[\da-f]{16}$/) as string,
    });
    expect(config.secrets).toEqual(expect.arrayContaining(['pass word', 'pass%20word', config.sharing?.redis]));
    const inQuery = { files: { redis: 'redis://localhost?password=canary' } };
    expect((await read(`${BASE}sharing: { redisFile: redis }\n`, inQuery)).secrets).toContain('canary');
    const other = await read(BASE.replace('username: me', 'username: you'), { flags: { redis: 'redis://localhost' } });
    expect(other.sharing?.redis).toBe('redis://localhost');
    expect(other.sharing?.scope).not.toBe(config.sharing?.scope);
    expect((await read(BASE)).sharing).toBeUndefined();
    for (const redis of ['canary', 'redis://:canary%x@localhost'])
      expect(await problemsOf(`${BASE}sharing: { redisFile: redis }\n`, { files: { redis } })).toEqual([
        `3:23 sharing.redisFile: ${EXPECTED_REDIS}`,
      ]);
  });

  it('that is wrong in several places is refused with all of them, in the order of the file', async () => {
    const content = `service: { baseUrl: "https://api.example.com", pasword: canary-1, passwordFile: nowhere }
state: 5
rule: []
ids:
  - { type: list, ids: [0123, "a b"] }
  - { type: list, ids: [] }
  - { type: command, command: a b }
  - { type: command, command: [""] }
  - { type: http, url: "ftp://a" }
usage: { every: 30 }
polling: { perSecond: .inf }
thresholds: { warning: 2 }
metrics: { listen: 9464 }
sharing: { redis: "https://canary@example.com" }
log: { level: "\${LEVEL}", format: "\${LEVEL" }
rules:
  - { name: b, kind: age }
  - { name: c, kind: drift, within: 1h, labels: { team: "{databse}" } }
maintenance:
  - { name: c, cron: 0 0 31 2 *, timezone: UTC, duration: 1s }
  - { name: d, cron: 0 2 * * *, duration: 1h }
channels:
  - { type: log }
  - { type: email, name: c, from: a@example.com, to: [b@example.com], tls: ssl }
  - { type: webhook, name: a, url: "file:///etc/passwd", group: { by: [two words], wait: soon, max: 0 } }
  - { type: heartbeat, name: b, url: "http://example.com/", every: 1ms, method: PUT }
`;
    expect(await problemsOf(content)).toEqual([
      '1:48 service.pasword: unknown option, did you mean password?',
      '1:81 service.passwordFile: cannot read the file: no such file',
      '2:8 state: expected a path',
      '3:1 rule: unknown option, did you mean rules?',
      '5:25 ids[0].ids[0]: expected an id as a text; put quotes around it',
      '5:31 ids[0].ids[1]: expected an id, which must not contain a space',
      '6:24 ids[1].ids: expected at least one item in the list of ids',
      '7:31 ids[2].command: expected a list of texts: the program and its arguments',
      '8:32 ids[3].command[0]: expected the name of a program',
      '9:24 ids[4].url: expected a URL of https: or http:',
      '10:17 usage.every: expected a duration such as 30s, 5m or 24h',
      '11:23 polling.perSecond: expected a number, more than 0 and at most 100000',
      '12:13 thresholds: expected warning <= critical <= exceeded',
      '13:20 metrics.listen: expected an address and a port, such as 127.0.0.1:9464 or [::1]:9464, or off',
      `14:19 sharing.redis: ${EXPECTED_REDIS}`,
      '15:15 log.level: the variable LEVEL is not set',
      '15:35 log.format: expected the name of a variable, such as ${NAME}; write $${ for the characters ${',
      '17:5 rules[0].longerThan: missing, expected a duration such as 30s, 5m or 24h',
      '18:29 rules[1].within: unknown option, expected one of kind, name, severity, for, clearFor, channels, unless, repeatEvery, labels, annotations, runbook, ids, resource',
      '18:57 rules[1].labels.team: expected no placeholder but {rule}, {resource}, {id}, {name} and {field}',
      '20:22 maintenance[0].cron: expected five fields for minute, hour, day of the month, month and day of the week, such as "30 2 * * SUN"',
      '20:59 maintenance[0].duration: expected a duration from 1m to 52w',
      '21:5 maintenance[1].timezone: missing, expected a time zone of the IANA database, such as Europe/Berlin',
      '23:5 channels[0].name: missing, expected 1 to 100 letters, digits, `-` and `_`',
      '24:5 channels[1].host: missing, expected a text that is not empty; put quotes around a number',
      '24:76 channels[1].tls: expected starttls, implicit, none',
      '25:36 channels[2].url: expected a URL of https: or http:',
      '25:72 channels[2].group.by[0]: expected rule, severity, resource, or the name of a label',
      '25:90 channels[2].group.wait: expected a duration such as 30s, 5m or 24h',
      '25:101 channels[2].group.max: expected an integer from 1 to 1000',
      '26:68 channels[3].every: expected a duration from 1s to 24h',
      '26:81 channels[3].method: expected GET, POST',
    ]);
  });

  it('whose parts do not fit together is refused with all places', async () => {
    const content = `${BASE}ids:
  - { type: list, ids: [a] }
  - { type: list, ids: [b] }
metrics: { username: me }
rules:
  - { name: a, kind: drift, channels: [pager, watchdog] }
maintenance:
  - { name: a, cron: 0 2 * * *, timezone: UTC, duration: 1h, rules: [b] }
channels:
  - { type: heartbeat, name: watchdog }
  - { type: heartbeat, name: b, url: "http://example.com/" }
  - { type: pagerduty, name: pagerduty }
  - { type: pagerduty, name: p, routingKey: canary }
  - { type: email, name: e, host: smtp.example.com, from: a@example.com, to: [b] }
`;
    expect(await problemsOf(content)).toEqual([
      '5:5 ids[1].name: another id source has this name; choose a name for it',
      '6:10 metrics.password: expected both a username and a password, or neither',
      '8:40 rules[0].channels[0]: no channel has this name, expected one of pagerduty, p, e',
      '8:47 rules[0].channels[1]: no channel has this name, expected one of pagerduty, p, e',
      '10:70 maintenance[0].rules[0]: no rule has this name, expected one of a',
      '12:5 channels[0].url: is missing; set url or urlFile',
      '13:38 channels[1].url: expected https:, or the option allowHttp: http: is only for loopback',
      '14:5 channels[2].routingKey: is missing; set routingKey or routingKeyFile',
      '15:45 channels[3].routingKey: expected the integration key of the Events API v2: 32 letters and digits',
      '16:79 channels[4].to[0]: expected an address such as oncall@example.com, without a name',
    ]);
  });

  it('whose id source sends a token over http is refused, unless it allows http or the host is this machine', async () => {
    const source = (members: string): string => `${BASE}ids:\n  - { type: http, ${members} }\n`;
    const plain = 'url: "http://ids.example.com/"';
    expect(await problemsOf(source(`${plain}, token: canary`))).toEqual([
      '4:24 ids[0].url: expected https:, or the option allowHttp: http: is only for loopback',
    ]);
    const filed = source('url: "https://ids.example.com/", tokenFile: token');
    for (const token of ['canary\u{1F511}', 'canary\ncanary'])
      expect(await problemsOf(filed, { files: { token } })).toEqual([
        '4:63 ids[0].tokenFile: expected characters that a header can hold',
      ]);
    const local = 'url: "http://127.0.0.1:8080/", token: canary';
    for (const members of [plain, `${plain}, token: canary, allowHttp: true`, local])
      expect((await read(source(members))).ids).toHaveLength(1);
  });

  it('whose rules, windows or channels contradict each other is refused', async () => {
    const content = `${BASE}rules:
  - { name: a, kind: drift, unless: [c, a] }
  - { name: b, kind: age, longerThan: 1m }
  - { name: p, kind: polling, unless: [b] }
maintenance:
  - &a { name: a, cron: 0 2 * * *, timezone: UTC, duration: 1h }
  - *a
channels: [{ type: log, name: a }, { type: log, name: a }]
`;
    expect(await problemsOf(content)).toEqual([
      '4:38 rules[0].unless[0]: expected the name of a rule: no rule is named c',
      '4:41 rules[0].unless[1]: expected another rule: a rule cannot suppress itself',
      '6:40 rules[2].unless[0]: expected a rule that p does not suppress: b would wait for p, and p for b',
      '9:5 maintenance[1].name: expected another name: maintenance[0] has it',
      '10:55 channels[1].name: expected another name: channels[0] has it',
    ]);
    const forecast = `${BASE}rules: [{ name: f, kind: forecast, within: 24h, clearWithin: 12h }]\n`;
    expect(await problemsOf(forecast)).toEqual([
      '3:62 rules[0].clearWithin: expected at least the time in which it fires',
    ]);
  });

  it('whose state is a directory of `fleetglass ids` is refused, also if a flag names it', async () => {
    const problem = 'expected a directory for this monitor alone: `fleetglass ids` keeps ids in this one';
    const files = { 'journal-a.jsonl': '' };
    expect(await problemsOf(BASE.replace('./state', '.'), { files })).toEqual([`2:8 state: ${problem}`]);
    const state = await temporaryFolder();
    await writeFile(join(state, 'journal-a.jsonl'), '');
    expect(await problemsOf(BASE, { flags: { state } })).toEqual([`--state: ${problem}`]);
    await mkdir(join(state, 'fleet'));
    expect(await read(BASE, { flags: { state } })).toMatchObject({ state });
  });

  it('that is a directory or absent is refused', async () => {
    const folder = await temporaryFolder();
    const reading = (config: string): Promise<WatchConfig> => readConfig({ config }, {});
    await expect(reading(folder)).rejects.toThrow(': cannot read the file: it is a directory');
    await expect(reading(join(folder, 'none.yaml'))).rejects.toThrow(': cannot read the file: no such file');
    await expect(reading('/dev/null')).rejects.toThrow(': cannot read the file: it is not a regular file');
  });

  it('that is wrong in thousands of places is refused at once, with the first 50', async () => {
    const ids = Array.from({ length: 8000 }, (_, at) => `"a b ${at}"`).join(', ');
    const startedMs = threadTimeMs();
    const problems = await problemsOf(`${BASE}ids: [{ type: list, ids: [${ids}] }]\n`);
    expect(problems).toHaveLength(50);
    expect(threadTimeMs() - startedMs).toBeLessThan(5000);
  });

  it('may be JSON or have sections of comments, and has durations in milliseconds and paths beside it', async () => {
    const service = { baseUrl: 'https://api.example.com', username: 'me', password: 'p' };
    expect(await read(JSON.stringify({ service, state: 's' }))).toMatchObject({ baseUrl: service.baseUrl });
    expect(await read(`${BASE}rules:\n  # - name: a\nlog:\n`)).toMatchObject({ rules: [], log: { level: 'info' } });
    const config = await read(
      `${BASE}rules:\n  - { name: a, kind: transition, longerThan: 30m, for: 1.5s }\n  - { name: b, kind: forecast, within: 24h, clearWithin: 36h }\n`,
    );
    expect(config.rules).toMatchObject([
      { name: 'a', kind: 'transition', longerThanMs: 1_800_000, forMs: 1500, clearForMs: 0, severity: 'warning' },
      { name: 'b', kind: 'forecast', withinMs: 86_400_000, clearWithinMs: 129_600_000 },
    ]);
    expect(config.state).toBe(join(config.folder, 'state'));
    expect(config.listen).toEqual({ host: '127.0.0.1', port: 9464 });
  });

  it('is overridden by the environment, and the environment by flags', async () => {
    const env = {
      FLEETGLASS_BASE_URL: 'https://env.example.com',
      FLEETGLASS_USERNAME: 'env',
      FLEETGLASS_PASSWORD: 'env-password',
    };
    expect(await read(BASE, { env })).toMatchObject({
      baseUrl: env.FLEETGLASS_BASE_URL,
      credentials: { username: 'env', password: 'env-password' },
    });
    const flags = { baseUrl: 'https://flag.example.com', state: '/flag' };
    expect(await read(BASE, { env, flags })).toMatchObject(flags);
    expect(await read(BASE, { env, flags: { baseUrl: '' } })).toMatchObject({ baseUrl: env.FLEETGLASS_BASE_URL });
    expect(await problemsOf(BASE, { env: { FLEETGLASS_BASE_URL: 'ftp://x' } })).toEqual([
      'FLEETGLASS_BASE_URL: expected https:',
    ]);
    expect(await problemsOf(BASE, { env, flags: { baseUrl: 'ftp://x' } })).toEqual(['--base-url: expected https:']);
    const tilde = '--state: no shell replaced ~. Write the whole path';
    expect(await problemsOf(BASE, { flags: { state: '~/fleet' } })).toEqual([tilde]);
  });

  it('takes values of variables as texts, with an escape', async () => {
    const env = { LEVEL: 'warn', EXTRA: 'info }, rules: [oops]' };
    const content = `${BASE}log: { level: "\${LEVEL}" }\nmetrics: { labels: { a: "$\${LEVEL} $ x\${LEVEL}", b: "\${EXTRA}" } }\n`;
    expect(await read(content, { env })).toMatchObject({
      log: { level: 'warn' },
      metrics: { labels: { a: '${LEVEL} $ xwarn', b: env.EXTRA } },
      rules: [],
    });
  });
});

describe('a secret file', () => {
  const FILED = 'service: { baseUrl: "https://api.example.com", username: me, passwordFile: password }\nstate: s\n';

  it('gives its text without the last line break', async () => {
    const { credentials, secrets } = await read(FILED, { files: { password: ' canary 1 \r\n' } });
    expect(credentials.password).toBe(' canary 1 ');
    expect(secrets).toEqual([' canary 1 ']);
  });

  it.each<readonly [what: string, password: string | Uint8Array, problem: string]>([
    ['is empty', '\n', 'the file is empty'],
    ['is UTF-16, as PowerShell 5 writes it,', Buffer.from('\ufeffcanary\r\n', 'utf16le'), 'expected UTF-8 text'],
    ['has two lines', 'canary\ncanary\n', 'must not contain control characters or lone surrogates'],
    ['is large', 'canary'.repeat(20_000), 'cannot read the file: it is larger than 64 KiB'],
  ])('that %s is refused without its text', async (_, password, problem) => {
    const [found = ''] = await problemsOf(FILED, { files: { password } });
    expect(found).toContain(problem);
    expect(found).not.toContain('canary');
  });

  it('is refused beside its value, without a path or as an unknown option, and ignored if a variable overrides it', async () => {
    const overridden = { files: { password: 'good' }, env: { FLEETGLASS_PASSWORD: 'canary\n' } };
    expect(await problemsOf(FILED, overridden)).toEqual([
      'FLEETGLASS_PASSWORD: must not contain control characters or lone surrogates',
    ]);
    const both = FILED.replace('passwordFile', 'password: canary, passwordFile');
    expect(await problemsOf(both, { files: { password: 'canary' } })).toEqual([
      '1:80 service.passwordFile: set password or passwordFile, not both',
    ]);
    const content = FILED.replace('passwordFile: password', "passwordFile: '', tokenFile: nowhere");
    expect(await problemsOf(content)).toEqual([
      '1:76 service.passwordFile: expected a path',
      expect.stringContaining('1:80 service.tokenFile: unknown option'),
      '1:91 service.tokenFile: cannot read the file: no such file',
    ]);
  });

  it('of a channel is a secret too, and so is the URL of a chat, or a URL from a file', async () => {
    const pem = '-----BEGIN CERTIFICATE-----';
    const files = {
      url: 'https://discord.com/api/webhooks/1/canary\n',
      hook: 'https://hooks.example.com/canary\n',
      key: 'canary0123456789abcdef0123456789',
      topic: 'topic-canary',
      token: 'token-canary',
      ca: pem,
      password: 'password-canary',
    };
    const config = await read(
      `${BASE}channels:
  - { type: slack, name: slack, url: "https://hooks.slack.com/services/canary" }
  - { type: discord, name: discord, urlFile: url }
  - { type: pagerduty, name: pagerduty, routingKeyFile: key }
  - { type: ntfy, name: ntfy, topicFile: topic, tokenFile: token }
  - { type: email, name: email, host: smtp.example.com, caFile: ca, username: me, passwordFile: password, from: a@example.com, to: [b@example.com] }
  - { type: webhook, name: hook, urlFile: hook, secretFile: key, headers: { x: header-canary } }
  - { type: command, name: pager, command: [pager], env: { PAGER_TOKEN: env-canary, PAGER_KEY: key-env, TEAM_WEBHOOK_URL: "https://example.com/hook-env", WEBHOOK_CHANNEL: alerts, PLACE: berlin } }
metrics: { tokenFile: token }
`,
      { files },
    );
    expect(config.channels.slice(4, 6)).toMatchObject([
      { ca: pem, password: 'password-canary', tls: 'starttls' },
      { url: 'https://hooks.example.com/canary', secret: files.key },
    ]);
    const urls = ['https://hooks.slack.com/services/canary', files.url.trim(), files.hook.trim()];
    const ofCommand = ['env-canary', 'key-env', 'https://example.com/hook-env', '/hook-env'];
    const { key, topic, token, password } = files;
    const hidden = ['secret', ...urls, key, topic, token, password, 'header-canary', ...ofCommand];
    expect(config.secrets).toEqual(expect.arrayContaining(hidden));
    for (const plain of ['berlin', 'alerts']) expect(config.secrets).not.toContain(plain);
    const shown = describeConfig(config).join('\n');
    expect(shown).toContain('channel   slack (slack hooks.slack.com)\nchannel   discord (discord discord.com)');
    expect(shown).toMatch(/^metrics .*, with a token$/m);
    expect(shown).not.toContain('canary');
  });

  it('is described with its durations, which are not rounded', async () => {
    const window = '{ name: backup, cron: "30 2 * * SUN", timezone: Europe/Berlin, duration: 36h }';
    const config = await read(
      `${BASE}ids: [{ type: file, path: ids.txt, every: 1500ms }]
polling: { cadence: { tracked: 90s } }
usage: { every: 90m }
maintenance: [${window}]
`,
    );
    expect(describeConfig(config)).toEqual(
      expect.arrayContaining([
        'ids       file ids.txt, every 1500ms',
        'polling   every 90s, at most 10 requests a second',
        'usage     databases and indices, every 90m',
        'quiet     backup (30 2 * * SUN Europe/Berlin, for 36h)',
      ]),
    );
  });
});

it.each([
  ['password: [canary]'],
  ['password: "canary'],
  ['password: *canary'],
  ['password: !canary x'],
  ['password: canary: canary'],
  ['password: "\\canary"'],
  ['timeout: canary'],
  ['baseUrl: "https://canary:canary@example.com"'],
  ['password: "${canary"'],
])('no message of a wrong file contains the value of %j', async (member) => {
  const problems = await problemsOf(`service:\n  username: me\n  ${member}\n`);
  expect(problems.length).toBeGreaterThan(0);
  expect(problems.join()).not.toContain('canary');
});

it.each(['linux', 'win32'] as const)('on %s, the check looks for a program as the system does', async (system) => {
  using _platform = vi.spyOn(process, 'platform', 'get').mockReturnValue(system);
  const config = join(await temporaryFolder(), 'fleetglass.yaml');
  await writeFile(config, `${BASE}channels: [{ type: command, name: pager, command: [pager] }]\n`);
  await writeFile(join(config, '../pager.exe'), '', { mode: 0o700 });
  const { warnings } = await checkConfig({ config }, { PATH: join(config, '..') });
  expect(warnings.some(({ path }) => path === 'channels[0].command')).toBe(system !== 'win32');
});
