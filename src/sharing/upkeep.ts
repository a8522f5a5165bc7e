import type { Kernel } from '../core/fleet/kernel.js';
import type { Clock } from '../core/shared/clock.js';
import type { SharingStatus } from '../core/polling/key-owner.js';
import { outdated } from '../core/store/entry.js';
import type { Connection } from './connection.js';
import type { Outbox } from './outbox.js';
import type { Peers } from './peers.js';
import { takeFirst } from './take-first.js';
import type { Wants } from './wants.js';

export interface LinkParts {
  readonly kernel: Kernel;
  readonly wants: Wants;
  readonly peers: Peers;
  readonly outbox: Outbox;
}

export interface UpkeepOptions extends LinkParts {
  /** Plans the polls of keys that other members want at another pace. */
  readonly planPolls: (keys: readonly string[]) => void;
}

/** The entries of keys that other members poll become stale after this time without a connection. */
const STALE_AFTER_MS = 5000;

/** A change of the owners often comes with others: 64 shards are taken one by one. */
const SETTLE_MS = 20;

/** Keys whose polls are planned in one task: about 10 ms. */
const PLANNED_KEYS = 2000;

/** How often a member shows that it lost no message, and asks for what it lost. */
const PULSE_MS = 2000;

/** Keeps a member in step with its group: what it polls, what it tells the others, and what it has missed. */
export function createUpkeep({ kernel, wants, peers, outbox, planPolls }: UpkeepOptions) {
  const { clocks, commits, databases, effects, list } = kernel;
  const timers = createTimers(clocks.corrected);
  const wanted = new Set<string>();

  const planOwned = (): void => effects.scheduler.ownershipChanged();

  function beginPulse(connection: Connection): void {
    timers.set('pulse', PULSE_MS, () => {
      for (const member of peers.takeIncomplete()) outbox.ask(undefined, member);
      // A message of a member can come after its end.
      planWanted(wants.keepMembers(connection.members));
      outbox.pulse(effects.orders.latest);
      beginPulse(connection);
    });
  }

  /** Other tasks run between two slices. */
  function planWanted(keys: Iterable<string>): void {
    for (const key of keys) wanted.add(key);
    if (wanted.size > 0) timers.set('wanted', 0, planSlice);
  }

  function planSlice(): void {
    const slice = [...takeFirst(wanted, PLANNED_KEYS)];
    if (wanted.size > 0) timers.set('wanted', 0, planSlice);
    planPolls(slice);
  }

  /** Nothing confirms the records of the keys that other members polled. */
  function markStale(): void {
    commits.commit(() => {
      databases.updateAll(outdated);
      list.changeAll(outdated);
    });
  }

  return {
    /** To be called when the state, the members or the ownership may have changed. */
    connectionChanged(connection: Connection, before: SharingStatus) {
      const { status, members } = connection;
      const { state } = status;
      const isChanged = state !== before.state;
      if (state === 'sharing') {
        if (isChanged) outbox.announceWants();
        for (const member of peers.setMembers(members)) outbox.ask(undefined, member);
        planWanted(wants.keepMembers(members));
        beginPulse(connection);
      } else if (isChanged) {
        peers.setMembers(members);
        timers.cancel('pulse');
      }
      if (isChanged && before.state === 'sharing') timers.set('stale', STALE_AFTER_MS, markStale);
      if (state === 'sharing' || state === 'alone') timers.cancel('stale');
      if (isChanged) planOwned();
      else timers.set('owners', SETTLE_MS, planOwned);
    },
    planWanted,
    dispose: timers.dispose,
  };
}

/** Timers by name: each name has at most one. */
function createTimers(clock: Clock) {
  const cancels = new Map<string, () => void>();

  function cancel(name: string): void {
    cancels.get(name)?.();
    cancels.delete(name);
  }

  return {
    /** Runs a task once after a delay, unless a task of this name waits already. */
    set(name: string, delayMs: number, task: () => void) {
      if (cancels.has(name)) return;
      const run = (): void => {
        cancels.delete(name);
        task();
      };
      cancels.set(name, clock.schedule(run, delayMs));
    },
    cancel,
    dispose: () => [...cancels.keys()].forEach(cancel),
  };
}
