import { describe, expect, it } from 'vitest';
import { createManagementClient, type ManagementClient } from '../../../src/api/management-client.js';
import { watchUntilAtRest } from '../../../src/cli/commands/watch-until-at-rest.js';
import { createManualClock } from '../../support/manual-clock.js';

/** A client of a service whose database goes through these values of `modifying_state`, one a read. */
function clientOf(states: readonly (string | null)[]): { client: ManagementClient; reads: () => number } {
  let reads = 0;
  const client = createManagementClient({
    baseUrl: 'http://localhost',
    fetch: async () => {
      const modifying_state = states[Math.min(reads, states.length - 1)];
      reads += 1;
      return Response.json({ database_id: '1', modifying_state });
    },
  });
  return { client, reads: () => reads };
}

function watch(client: ManagementClient) {
  const clock = createManualClock();
  const changes: [string, number][] = [];
  const onChange = ({ modifying_state: state }: { modifying_state?: string | null | undefined }, elapsedMs: number) =>
    void changes.push([state ?? 'null', elapsedMs]);
  const done = watchUntilAtRest(client, '1', { clock, signal: new AbortController().signal, onChange });
  return { clock, changes, done };
}

describe('watchUntilAtRest', () => {
  it('tells each change once, with its time, until the database is at rest', async () => {
    const { client, reads } = clientOf(['creating', 'creating', 'updating', '']);
    const { clock, changes, done } = watch(client);
    await clock.advance(1000);
    expect((await done).modifying_state).toBe('');
    expect(changes).toEqual([
      ['creating', 0],
      ['updating', 400],
      ['', 600],
    ]);
    expect(reads()).toBe(4);
    expect(clock.pending).toBe(0);
  });

  it('takes null for rest', async () => {
    const { changes, done } = watch(clientOf([null]).client);
    await done;
    expect(changes).toEqual([['null', 0]]);
  });

  it('gives up on a database that never comes to rest', async () => {
    const { clock, done } = watch(clientOf(['creating']).client);
    const failure = expect(done).rejects.toThrow('within 20 s');
    await clock.advance(21_000);
    await failure;
    expect(clock.pending).toBe(0);
  });
});
