import { expect, it } from 'vitest';
import { createService } from '../../../src/service/index.js';
import { buildWorker } from '../../support/build-worker.js';
import { createManualClock } from '../../support/manual-clock.js';
import { runUntilKilled } from '../../support/run-until-killed.js';
import { memoryFolder } from '../../persistence/memory-folder.js';
import { eventually } from '../../support/eventually.js';

const headers = { authorization: `Basic ${btoa('someone:something')}` };

/** The ids of the databases that the service answered. */
const idsIn = (lines: readonly string[]): string[] => lines.flatMap((line) => /^200 (\S+)$/.exec(line)?.[1] ?? []);

it('a service that is killed keeps every database that it answered with 200', { timeout: 180_000 }, async () => {
  const program = await buildWorker('test/support/durable-creates.ts');
  const directory = await memoryFolder();
  const answered: string[] = [];
  // Each round starts with the remains of the last one: a lock, a torn log, databases in their lifecycle.
  for (const [count, thenMs] of [
    [1, 0],
    [19, 3],
    [50, 11],
  ] as const) {
    const lines = await runUntilKilled([program, directory], thenMs, (printed) => idsIn(printed).length >= count);
    answered.push(...idsIn(lines));
  }
  expect(answered.length).toBeGreaterThanOrEqual(70);

  const clock = createManualClock();
  const credentials = { username: 'someone', password: 'something' };
  await using service = createService({ credentials, directory, clock });
  const read = async (id: string): Promise<Record<string, unknown>> => {
    const answer = await service.fetch(`http://localhost/v2/redis/database/${id}`, { headers });
    return { status: answer.status, ...(await answer.json()) };
  };
  for (const id of answered)
    expect(await read(id)).toMatchObject({ status: 200, database_id: id, database_name: 'kept' });

  // All lifecycles continue to rest, also those of stored databases that were not answered yet.
  const goOn = async (): Promise<void> => {
    await clock.advance(60_000);
    for (const id of answered) expect(await read(id)).toMatchObject({ modifying_state: '' });
    expect(clock.pending).toBe(0);
  };
  await eventually(goOn);
});
