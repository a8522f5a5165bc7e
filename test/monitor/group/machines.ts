import type { AlertEvent } from '../../../src/monitor/alerts/alert.js';
import type { MonitorOptions } from '../../../src/monitor/monitor.js';
import type { MonitorState } from '../../../src/monitor/state/open-monitor-state.js';
import { createSharing } from '../../../src/sharing/create-sharing.js';
import type { SharingEngine } from '../../../src/sharing/engine.js';
import { createMemoryEngine as createState } from '../../persistence/memory-engine.js';
import { createFreezableClock } from '../../sharing/freezable-clock.js';
import { createMemoryEngine } from '../../sharing/memory-engine.js';
import { createWorld, suspended } from '../monitored-world.js';

export interface MachineOptions extends Partial<MonitorOptions> {
  /** How far the wall clock of the machine is ahead. @default 0 */
  readonly clockMs?: number;
  /** The values that the machine keeps over restarts. */
  readonly kept?: Map<string, string>;
  /** Whether the fleet shares its polling. @default true */
  readonly isShared?: boolean;
  readonly ids?: readonly string[];
  /** The service refuses the account of this machine. @default false */
  readonly isRefused?: boolean;
  /** The user name of the account. @default that of the world */
  readonly username?: string;
}

export type Machine = Awaited<ReturnType<ReturnType<typeof createMachines>['start']>>;

/** Machines that watch one world, and send to one receiver. */
export function createMachines(ids: readonly string[] = ['db-1']) {
  const world = createWorld(ids);
  const engine = createMemoryEngine({ clock: world.clock });
  const polling = createMemoryEngine({ clock: world.clock, owners: 'split' });
  const messages: string[] = [];
  const listening: SharingEngine = {
    join(group, listener) {
      const receive: typeof listener.receive = (message, from, ageMs) => {
        messages.push(JSON.stringify(message));
        listener.receive(message, from, ageMs);
      };
      return engine.join(group, { receive, changed: () => listener.changed() });
    },
  };
  const arrivals: { readonly from: string; readonly event: AlertEvent }[] = [];
  const receiver = { isReceiverDown: false };

  async function start(name: string, options: MachineOptions = {}) {
    const {
      clockMs = 0,
      kept = new Map<string, string>(),
      isShared = true,
      isRefused = false,
      username,
      ids: known = ids,
      ...given
    } = options;
    let isDead = false;
    const { clock: ofMachine, freeze, resume } = createFreezableClock(world.clock);
    const clock = { ...ofMachine, now: () => ofMachine.now() + clockMs };
    const fleet = world.openFleet({
      clock,
      polling: { perSecond: 10_000, burst: 10_000, concurrency: 100, cadence: () => 2000 },
      ...(isRefused && { fetch: async () => Response.json({ error: 'no' }, { status: 401 }) }),
      ...(username !== undefined && { credentials: { username, password: 'password' } }),
      ...(isShared && { sharing: createSharing(polling) }),
    });
    fleet.databases.add([...known]);
    const pollingId = polling.ids.at(-1) ?? '';
    const { monitor, events, logged } = world.openMonitor({
      fleet,
      clock,
      rules: [suspended],
      group: listening,
      state: stateIn(kept, () => isDead),
      channels: [
        {
          name: 'pager',
          deliver({ event }) {
            if (isDead) return new Promise<void>(() => {});
            if (receiver.isReceiverDown) throw new Error('the receiver is down');
            arrivals.push({ from: name, event });
            return undefined;
          },
        },
      ],
      ...given,
    });
    await world.clock.advance(0);
    /** The id of the monitor in its group. */
    const id = engine.ids.at(-1) ?? '';
    return {
      name,
      fleet,
      monitor,
      events,
      kept,
      logged,
      id,
      /** Ends the machine as a crash does: nothing of it happens afterwards. */
      kill() {
        isDead = true;
        freeze();
        engine.kill(id);
        if (isShared) polling.kill(pollingId);
      },
      /** Stops the machine: its tasks run later. */
      pause() {
        freeze();
        engine.cut(id);
        if (isShared) polling.cut(pollingId);
      },
      resume() {
        resume();
        engine.heal(id);
        if (isShared) polling.heal(pollingId);
      },
      delivers: () => monitor.status.value.group?.delivers === true,
    };
  }

  return Object.assign(receiver, {
    world,
    engine,
    arrivals,
    messages,
    start,
    /** Changes the state of the database `db-1`, and waits until it is polled. */
    setState(state: 'suspended' | 'active', waitMs = 4000) {
      world.set('db-1', { state });
      return world.clock.advance(waitMs);
    },
    /** The kind, the breach and the alert of each event that arrived, each key once, in the order of their first arrival. */
    told() {
      const first = new Map(arrivals.map(({ event }) => [event.idempotencyKey, event]));
      return [...first.values()].map(({ kind, breach, alert }) => `${kind} ${breach} ${alert.key}`);
    },
  });
}

/** Two machines, the first of which delivers. */
export async function openPair(options: MachineOptions = {}, other = options, ids?: readonly string[]) {
  const machines = createMachines(ids);
  const first = await machines.start('first', options);
  await machines.world.clock.advance(3000);
  const second = await machines.start('second', other);
  await machines.world.clock.advance(3000);
  return { machines, first, second };
}

/** Keeps values in a map, as long as the machine lives. */
function stateIn(kept: Map<string, string>, isDead: () => boolean): MonitorState {
  const engine = createState(kept);
  return { ...engine, write: async (writes) => (isDead() ? undefined : engine.write(writes)) };
}
