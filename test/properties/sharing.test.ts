import fc from 'fast-check';
import { expect, test } from 'vitest';
import { databaseOf } from '../core/fleet/scripted-service.js';
import { createGroupUnderTest, type Member } from '../sharing/group-under-test.js';
import { scaled } from '../support/scale.js';

const IDS = ['a', 'b', 'c', 'd', 'e'];
const INTERVAL_MS = 5000;

/** A change of the group, of the service, or a request of a user. */
type Step =
  | { readonly kind: 'join' | 'stop' | 'start' }
  | { readonly kind: 'kill' | 'cut' | 'heal' | 'pause' | 'resume' | 'dispose'; readonly member: number }
  | { readonly kind: 'refresh'; readonly member: number; readonly id: number }
  | { readonly kind: 'change'; readonly id: number }
  | { readonly kind: 'latency'; readonly ms: number };

const member = fc.nat(5);
const id = fc.nat(IDS.length - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ kind: 'join' } as const) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('stop', 'start') }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('kill', 'cut', 'heal', 'pause', 'resume', 'dispose'), member }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('refresh' as const), member, id }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('change' as const), id }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('latency' as const), ms: fc.nat(300) }) },
);
const history = fc.array(fc.tuple(step, fc.integer({ min: 1, max: 45_000 })), { maxLength: 30 });

/** A member gets its first turn before it knows of a member that polled alone, and numbered more requests. */
const JOIN_AFTER_ALONE: [Step, number][] = [
  [{ kind: 'join' }, 1],
  [{ kind: 'stop' }, 1],
  [{ kind: 'change', id: 0 }, 13_621],
  [{ kind: 'kill', member: 0 }, 21_377],
  [{ kind: 'change', id: 0 }, 1],
];

/** A member that polled alone gave a request the same number as the group gives to a joining member's request. */
const EQUAL_NUMBERS: [Step, number][] = [
  [{ kind: 'stop' }, 30_000],
  [{ kind: 'change', id: 0 }, 1],
];

/** As above, and the record of the group is too young for its age to show that it is the later one. */
const EQUAL_VERSIONS: [Step, number][] = [
  [{ kind: 'cut', member: 0 }, 34_271],
  [{ kind: 'change', id: 3 }, 1],
  [{ kind: 'join' }, 1],
];

test.each(['one', 'split'] as const)(
  'members with %s owner show no older record after a newer one, and all show the last one at the end',
  async (owners) => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const group = createGroupUnderTest({ owners });
        const { engine, service, advance } = group;
        const versions = new Map(IDS.map((each) => [each, 1]));
        const answer = ({ id: asked }: { readonly id: string }) => ({
          json: databaseOf(asked, { db_max_clients: versions.get(asked) ?? 0 }),
        });
        service.respond(answer);
        const members: Member[] = [];
        const wentBack: string[] = [];
        const join = (): void => {
          const next = group.join();
          members.push(next);
          const seen = new Map<string, number>();
          for (const each of IDS)
            next.fleet.databases.record(each, { passive: true }).subscribe((record) => {
              const version = record?.db_max_clients ?? 0;
              if (version < (seen.get(each) ?? 0)) wentBack.push(`${next.id} ${each}: ${seen.get(each)} -> ${version}`);
              seen.set(each, Math.max(version, seen.get(each) ?? 0));
            });
          next.fleet.databases.track(IDS, { everyMs: INTERVAL_MS });
        };
        const live = (at: number): Member | undefined => {
          const living = members.filter((each) => engine.ids.includes(each.id) && !killed.has(each));
          return living[at % living.length];
        };
        const killed = new Set<Member>();
        join();
        for (const [each, pauseMs] of steps) {
          const chosen = 'member' in each ? live(each.member) : undefined;
          if (each.kind === 'join' && members.length < 5) join();
          else if (each.kind === 'stop') engine.stop();
          else if (each.kind === 'start') engine.start();
          else if (each.kind === 'change')
            versions.set(IDS[each.id] ?? '', (versions.get(IDS[each.id] ?? '') ?? 0) + 1);
          else if (each.kind === 'latency') service.respond(answer, each.ms);
          else if (chosen === undefined) continue;
          else if (each.kind === 'refresh') chosen.fleet.databases.refresh(IDS[each.id] ?? '').catch(() => {});
          else if (each.kind === 'cut') engine.cut(chosen.id);
          else if (each.kind === 'heal') engine.heal(chosen.id);
          else if (each.kind === 'pause') chosen.fleet.polling.pause();
          else if (each.kind === 'resume') chosen.fleet.polling.resume();
          else if (each.kind === 'kill') {
            killed.add(chosen);
            engine.kill(chosen.id);
            chosen.fleet.dispose();
          } else if (each.kind === 'dispose') {
            killed.add(chosen);
            chosen.fleet.dispose();
          }
          await advance(pauseMs);
        }
        engine.start();
        join();
        for (const each of members) {
          if (killed.has(each)) continue;
          engine.heal(each.id);
          each.fleet.polling.resume();
        }
        await advance(4 * INTERVAL_MS);
        expect(wentBack).toEqual([]);
        for (const each of members) {
          if (killed.has(each)) continue;
          for (const one of IDS)
            expect(each.fleet.databases.entry(one).value).toMatchObject({
              status: 'fresh',
              record: { db_max_clients: versions.get(one) },
            });
        }
        service.clear();
        await advance(4 * INTERVAL_MS);
        for (const one of IDS) expect(service.timesOf(one).length).toBeLessThanOrEqual(5);
        for (const each of members) each.fleet.dispose();
        await advance(1);
        for (const each of members) expect(each.clock.armed).toBe(0);
      }),
      { numRuns: scaled({ short: 10, long: 2000 }), examples: [[JOIN_AFTER_ALONE], [EQUAL_NUMBERS], [EQUAL_VERSIONS]] },
    );
  },
);
