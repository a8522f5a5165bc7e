import type { CreateDatabaseRequest } from '../../api/create-database.js';
import type { Database } from '../../api/database.js';
import type { ManagementClient } from '../../api/management-client.js';
import type { Clock } from '../../shared/clock.js';
import type { CommandIo } from '../command-io.js';
import { briefDatabaseGroups } from '../render/database-groups.js';
import { printerFor, type DemoPrinter } from './demo-printer.js';
import { exactRecord, type ShownRecord } from '../render/exact-record.js';
import { formatValue } from '../render/format-value.js';
import { maskSecrets } from '../render/mask-secrets.js';
import { renderDatabase } from '../render/render-database.js';
import { renderIndices } from '../render/render-indices.js';
import { watchUntilAtRest } from './watch-until-at-rest.js';

/** What the demonstration shows on. */
export interface DemoStage {
  readonly io: CommandIo;
  readonly client: ManagementClient;
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const request: CreateDatabaseRequest = {
  database_name: 'first-steps',
  platform: 'aws',
  primary_region: 'eu-west-1',
  read_regions: ['us-east-1'],
  plan: 'payg',
};

/**
 * Shows the three operations of the API, one after the other.
 *
 * @returns the id of the database that was created.
 * @throws FleetError, or Error, at the first step that fails.
 */
export async function runDemoSteps(stage: DemoStage): Promise<string> {
  const print = printerFor(stage.io);
  print.headline(stage.baseUrl);
  const id = await create(stage, print);
  await watch(stage, print, id);
  await list(stage, print);
  return id;
}

async function create({ client, signal }: DemoStage, print: DemoPrinter): Promise<string> {
  print.step(1, 'Create a database', ['POST /v2/redis/database', spaced(request)]);
  const { database_id: id } = await client.createDatabase(request, { signal });
  print.done(`created ${id}`);
  return id;
}

async function watch({ client, clock, signal }: DemoStage, print: DemoPrinter, id: string): Promise<void> {
  print.step(2, 'Read it until it is at rest', [`GET /v2/redis/database/${id}?credentials=hide`]);
  const onChange = ({ modifying_state: change }: Database, elapsedMs: number): void =>
    print.line(`${(elapsedMs / 1000).toFixed(1)} s  ${formatValue(change, 'change')}`);
  const database = await watchUntilAtRest(client, id, { clock, signal, onChange });
  print.block((options) => renderDatabase(shownRecord(database), options, briefDatabaseGroups));
}

async function list({ client, signal }: DemoStage, print: DemoPrinter): Promise<void> {
  print.step(3, 'List the vector indices', ['GET /v2/vector/index']);
  const indices = await client.listVectorIndices({ signal });
  print.done(`listed ${indices.length}`);
  print.block((options) => renderIndices(indices.map(shownRecord), options));
}

function shownRecord(record: object): ShownRecord {
  return maskSecrets(exactRecord(record));
}

/** JSON with room to break its line. */
function spaced(value: object): string {
  return JSON.stringify(value, undefined, 1).replace(/\n */g, ' ');
}
