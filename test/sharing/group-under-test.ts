import { onTestFinished } from 'vitest';
import { createFleet, type FleetOptions } from '../../src/index.js';
import { createSharing } from '../../src/sharing/create-sharing.js';
import { account } from '../core/fleet/fleet-under-test.js';
import { createScriptedService } from '../core/fleet/scripted-service.js';
import { createCountingClock } from '../support/counting-clock.js';
import { createManualClock } from '../support/manual-clock.js';
import { createMemoryEngine, type MemoryEngineOptions } from './memory-engine.js';

export type Member = ReturnType<ReturnType<typeof createGroupUnderTest>['join']>;

/** Makes a group of fleets with a manual clock and an engine in memory. */
export function createGroupUnderTest(options: Omit<MemoryEngineOptions, 'clock'> = {}) {
  const manual = createManualClock();
  const engine = createMemoryEngine({ ...options, clock: manual });
  const service = createScriptedService(manual);

  return {
    engine,
    service,
    /** Makes a fleet of the group. All fleets use one service. */
    join(given?: Partial<FleetOptions>) {
      const clock = createCountingClock(manual);
      const sharing = createSharing(engine);
      const fleet = createFleet({
        baseUrl: 'https://api.example.com',
        credentials: account,
        random: () => 0.5,
        clock,
        fetch: service.fetch,
        sharing,
        ...given,
      });
      onTestFinished(() => fleet.dispose());
      /** The id of the membership. */
      const id = engine.ids.at(-1) ?? '';
      return { fleet, sharing, clock, id };
    },
    advance: (ms: number) => manual.advance(ms),
  };
}

/** Makes a group of two members. */
export function createPair(options?: Omit<MemoryEngineOptions, 'clock'>) {
  const group = createGroupUnderTest(options);
  const [first, second] = [group.join(), group.join()];
  return { ...group, members: [first, second], first, second };
}

interface StartOptions extends Omit<MemoryEngineOptions, 'clock'> {
  /** @default 2 */
  readonly count?: number;
  /** How long the members poll. @default 10,000 */
  readonly forMs?: number;
}

/** Starts a group whose members have added these ids and polled them for a while. */
export async function startGroup(ids: readonly string[], { count = 2, forMs = 10_000, ...options }: StartOptions = {}) {
  const group = createGroupUnderTest(options);
  const members = Array.from({ length: count }, () => group.join()) as [Member, Member, ...Member[]];
  for (const { fleet } of members) fleet.databases.add(ids);
  await group.advance(forMs);
  return { ...group, members, first: members[0], second: members[1] };
}
