import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import type { ConfigError } from '../../../../src/apps/watch/config/config-problem.js';
import { createJsonSchema } from '../../../../src/apps/watch/config/write-example.js';
import { readConfig } from '../../../../src/apps/watch/config/read-config.js';
import { rejectionOf } from '../../../support/failure-of.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const folder = fileURLToPath(new URL('../../../../docs/examples/monitor', import.meta.url));
const example = join(folder, 'fleetglass.yaml');
const schemaFile = join(folder, 'fleetglass.schema.json');

type Manifest = Partial<Record<'data' | 'stringData', Readonly<Record<string, string>>>>;

/** The example with every setting that is off. */
async function withAllSettings(): Promise<string> {
  const text = await readFile(example, 'utf8');
  const [introduction = '', settings = ''] = text.split(/^(?=service:)/m);
  return introduction + settings.replace(/^( *)#(?=[^ \n]| {2})/gm, '$1').replace('  password: demo\n', '');
}

it('the example of a configuration is valid with every setting that is off, except for the files that it names', async () => {
  const config = join(await temporaryFolder(), 'all.yaml');
  await writeFile(config, await withAllSettings());
  const { problems } = (await rejectionOf(readConfig({ config }, {}))) as ConfigError;
  expect([...new Set(problems.map(({ message }) => message))]).toEqual(['cannot read the file: no such file']);
  expect(problems.map(({ path }) => path)).toEqual([
    ...['service.passwordFile', 'ids[3].tokenFile'],
    ...['channels[1].urlFile', 'channels[1].secretFile', 'channels[2].urlFile', 'channels[3].urlFile'],
    ...['channels[4].routingKeyFile', 'channels[5].topicFile', 'channels[6].passwordFile', 'channels[9].urlFile'],
    ...['metrics.passwordFile', 'metrics.tokenFile', 'sharing.redisFile'],
  ]);
});

describe('the examples for servers', () => {
  it.each([
    ['kubernetes.yaml', ['service.usernameFile', 'service.passwordFile']],
    ['kubernetes-two-replicas.yaml', ['service.usernameFile', 'service.passwordFile', 'sharing.redisFile']],
  ])('%s replaces a pod that is not ready, and is valid but for the mounted files', async (name, mounted) => {
    const text = await readFile(join(folder, name), 'utf8');
    expect(text).toMatch(/^ {2}podManagementPolicy: Parallel$/m);
    const manifests = parseAllDocuments(text).map((each) => each.toJS() as Manifest);
    const [config = ''] = manifests.flatMap(({ data }) => data?.['fleetglass.yaml'] ?? []);
    const secrets = manifests.flatMap(({ stringData = {} }) => Object.keys(stringData));
    const file = join(await temporaryFolder(), 'fleetglass.yaml');
    await writeFile(file, config);
    const flags = { config: file, state: '/var/lib/fleetglass/state' };
    const { problems } = (await rejectionOf(readConfig(flags, {}))) as ConfigError;
    expect(problems.map(({ path }) => path).toSorted()).toEqual(mounted.toSorted());
    for (const path of config.matchAll(/\/run\/secrets\/fleetglass\/(\S+)/g)) expect(secrets).toContain(path[1]);
  });

  it('fleetglass-watch.service finds its password in the service, and in a check before the start', async () => {
    const unit = await readFile(join(folder, 'fleetglass-watch.service'), 'utf8');
    const [, passwordFile = ''] = /passwordFile: (\S+)/.exec(unit) ?? [];
    const [, credential = ''] = /^LoadCredential=(.+):\/etc\/fleetglass\/\1$/m.exec(unit) ?? [];
    const here = await temporaryFolder();
    await writeFile(join(here, credential), 'CANARY-of-the-account\n');
    const service = { baseUrl: 'https://api.example.com', username: 'me', passwordFile };
    const config = join(here, 'fleetglass.yaml');
    await writeFile(config, JSON.stringify({ service }));
    const read = await readConfig({ config, state: '/var/lib/fleetglass' }, { CREDENTIALS_DIRECTORY: here });
    expect(read.credentials.password).toBe('CANARY-of-the-account');
  });

  it.each(['Containerfile', 'fleetglass-watch.service'])('%s installs the packages of --redis', async (name) => {
    expect(await readFile(join(folder, name), 'utf8')).toMatch(/npm install .*classic-level ioredis bullmq/);
  });
});

it('the JSON Schema is the file that the example names, accepts the example with every section, and refuses mistakes', async () => {
  const schema = createJsonSchema();
  expect(await readFile(schemaFile, 'utf8')).toBe(`${JSON.stringify(schema, null, 2)}\n`);
  const text = await readFile(example, 'utf8');
  expect(text.split('\n', 1)).toEqual(['# yaml-language-server: $schema=./fleetglass.schema.json']);
  const isValid = new Ajv({ strict: false }).compile(schema);
  const shown = parse(text) as object;
  expect(isValid(shown)).toBe(true);
  expect(shown).toMatchObject({ service: { baseUrl: 'http://127.0.0.1:4870', username: 'demo', password: 'demo' } });
  const { properties } = schema as { readonly properties: object };
  expect(Object.keys(shown).toSorted()).toEqual(Object.keys(properties).toSorted());
  expect(isValid(parse(await withAllSettings()))).toBe(true);
  for (const wrong of [
    { rule: [] },
    { rules: [{ name: 'a', kind: 'age', longerThan: 30 }] },
    { rules: [{ name: 'a', kind: 'age', longerThan: '30' }] },
    { rules: [{ name: 'a', kind: 'age', longerThan: '30m', within: '1h' }] },
    { channels: [{ type: 'pager', name: 'a' }] },
    { log: { level: 'loud' } },
  ])
    expect(isValid(wrong)).toBe(false);
});
