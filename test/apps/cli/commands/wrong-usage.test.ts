import { expect, it } from 'vitest';
import { httpAnswer, startWireServer } from '../../../support/wire-server.js';
import { asAccount, CREATE, expectFailure } from '../command.js';
import { runHere } from '../run-here.js';

const SERVE = ['serve', '--port', '0', '--redis', 'off'];
const ALERTS = ['alerts', '--monitor', 'http://localhost'];
const SILENCE = ['silence', 'add', '--state', '/nowhere'];

it.each<[args: readonly string[], message: string, env?: NodeJS.ProcessEnv]>([
  [['indicies'], 'Did you mean indices?'],
  [['indices', '--jsno'], 'Did you mean --json?'],
  [['indices', '--timeout-ms', '0'], 'Expected milliseconds'],
  [['indices', '--base-url', 'http://10.0.0.1'], 'Invalid address of the service: http:'],
  [
    ['indices'],
    'FLEETGLASS_USERNAME and FLEETGLASS_PASSWORD are not set',
    { FLEETGLASS_USERNAME: '', FLEETGLASS_PASSWORD: '' },
  ],
  [['indices'], 'FLEETGLASS_USERNAME is not set', { FLEETGLASS_USERNAME: '' }],
  [['indices'], 'must not contain a colon', { FLEETGLASS_USERNAME: 'me:you' }],

  [['create', '--name', 'a'], 'Missing --platform, --region'],
  [CREATE.with(2, '\u00a0\t'), 'Invalid --name: it is blank'],
  // It is a region for primaries only.
  [[...CREATE, '--read-region', 'us-east4'], 'ap-southeast-2'],
  [[...CREATE, '--budget', '9007199254740993'], 'at most 9007199254740991'],
  [[...CREATE, '--timeout', '5'], '--timeout is only for --wait'],
  [[...CREATE, '--wait', '--timeout=0'], 'Expected seconds, a number from 1'],

  [['get'], "missing required argument 'id'"],
  [['get', '../vector'], 'path separator'],
  [['get', 'a', '--interval', '5'], '--interval is only for --watch'],
  [['get', 'a', '--watch', '--show-secrets'], '--show-secrets cannot be used with --watch'],
  [['list'], '--state takes a directory instead', { FLEETGLASS_STATE: '', FLEETGLASS_BASE_URL: '' }],
  [['list'], 'FLEETGLASS_USERNAME is not set', { FLEETGLASS_STATE: '', FLEETGLASS_USERNAME: '' }],
  [['list'], 'Invalid FLEETGLASS_USERNAME: the user name', { FLEETGLASS_STATE: '', FLEETGLASS_USERNAME: 'me\r' }],
  [['list', '--columns', 'name,nope'], 'Expected names of: id, name, state'],
  [['list', '--sort', 'size'], 'Allowed choices are attention, use, name, age'],
  [['list', '--format', 'ids', '--json'], '--json cannot be used with --format ids'],
  [['list', '--format', 'json', '--columns', 'id'], '--columns is only for the formats table and tsv'],

  [['board', '--ids', '/nowhere'], 'Cannot read /nowhere: ENOENT'],
  [['board', '--state', ''], 'Invalid --state: it is empty'],
  [['board', '--state=~/fleet'], 'Invalid --state: no shell replaced ~.'],
  [['board', '--state=~\\fleet'], 'Invalid --state: no shell replaced ~.'],
  [['list'], 'Invalid FLEETGLASS_STATE: no shell replaced ~.', { FLEETGLASS_STATE: '~/fleet' }],
  [['demo', '--databases', '-1'], 'from 0 to 10,000'],
  [['demo', '--databases', '10001'], 'from 0 to 10,000'],
  [[...SERVE, '--port', '65536'], 'from 0 to 65535'],
  [[...SERVE, '--port', '6667'], 'refuse requests to this port'],
  [[...SERVE, '--seed', '/no/such/file'], 'The seed file /no/such/file cannot be read: ENOENT.'],
  [SERVE, 'controlToken', { FLEETGLASS_CONTROL_TOKEN: 'two words' }],

  [['watch'], '`fleetglass watch --init` writes an example'],
  [['watch', '--config', 'x', '--channel', 'a'], '--channel needs --test-alert'],
  [['alerts'], 'No monitor is named.'],
  [['alerts', '--state', 'a', '--monitor', 'http://localhost:9464'], 'Pass either --state or --monitor, not both.'],
  [['alerts', '--monitor', '[::1]:9464'], 'Invalid --monitor: it has no protocol.'],
  [['alerts', '--monitor', 'localhost:9464/'], 'Invalid --monitor: it has no protocol.'],
  [['alerts', '--monitor', 'http://monitor.example.com'], 'http: is only for loopback, expected https:'],
  [['alerts', '--monitor', 'http://me:canary@localhost'], 'must not contain a user name or password'],
  [ALERTS, 'Invalid token of the monitor: expected letters', { FLEETGLASS_MONITOR_TOKEN: 'a canary' }],
  [ALERTS, 'TOKEN_FILE: cannot read the file: no such file', { FLEETGLASS_MONITOR_TOKEN_FILE: '/nowhere' }],
  [[...SILENCE, '--comment', 'a'], 'A silence needs an end and a reason: pass --for'],
  [[...SILENCE, '--for', '2h'], 'A silence needs an end and a reason: pass --for'],
  [[...SILENCE, '--for', '2', '--comment', 'a'], 'Invalid --for: expected a duration such as 30s, 5m or 24h.'],
  [[...SILENCE, '--for', '0s', '--comment', 'a'], 'Invalid --for: expected a duration from 1s to 52w.'],
  [[...SILENCE, '--label', 'team'], 'Expected a label and its value, such as team=shop.'],
])('refuses %j before anything is sent: %s', async (args, message, env = {}) => {
  await using server = await startWireServer((wire) => wire.end(httpAnswer(200, '[]')));
  expectFailure(await runHere(args, { ...asAccount(server.url), ...env }), 2, message);
  expect(server.requests).toEqual([]);
});
