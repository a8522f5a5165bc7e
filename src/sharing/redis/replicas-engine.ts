import { randomUUID } from 'node:crypto';
import { checkOptions } from '../../core/shared/read-options.js';
import type { EngineListener, EngineStatus, Membership, SharingEngine, SharingGroup } from '../engine.js';
import { loadPackages } from './load-packages.js';
import { openMember, type Member } from './member.js';
import { replicasOptions, type ReplicasOptions } from './replicas-options.js';

/** More shards spread the keys more evenly, and cost Redis more: each has a lock that is renewed five times a second. */
const SHARDS = 64;

/**
 * Creates the engine of processes that share a Redis. The keys are spread over shards, and each shard is a job of
 * BullMQ: the member that holds the lock of the job owns the keys.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option
 */
export function createReplicasEngine(options: ReplicasOptions, shards = SHARDS): SharingEngine {
  const given = checkOptions('configure', replicasOptions, options);
  return { join: (group, listener) => joinGroup({ ...given, shards }, group, listener) };
}

type Given = ReplicasOptions & { readonly shards: number };

function joinGroup(given: Given, group: SharingGroup, listener: EngineListener): Membership {
  const id = randomUUID();
  let status: EngineStatus = { state: 'joining' };
  let member: Member | undefined;
  let isWilling = true;
  let leaving: Promise<void> | undefined;

  function setStatus(next: EngineStatus): void {
    if (leaving !== undefined || (next.state === status.state && next.message === status.message)) return;
    status = next;
    listener.changed();
  }

  async function open(): Promise<void> {
    const packages = await loadPackages();
    if (leaving !== undefined) return;
    try {
      member = openMember(packages, { ...given, id, group, listener, setStatus });
    } catch {
      throw new Error('ioredis does not accept the options in `connection`: see its documentation.');
    }
    member.setWilling(isWilling);
  }

  const opened = open().catch((error: unknown) => {
    setStatus({ state: 'unsupported', message: (error as Error).message });
  });

  const isJoined = (): boolean => status.state === 'joined' && leaving === undefined;

  return {
    id,
    get status() {
      return status;
    },
    get members() {
      return member?.others ?? new Set();
    },
    owns: (key) => isJoined() && member?.owns(key) === true,
    send(message, to) {
      if (isJoined()) member?.send(message, to);
    },
    acquire(request) {
      if (isJoined() && member !== undefined) return member.acquire(request);
      return Promise.reject(new Error(status.message ?? 'The fleet is not in its group.'));
    },
    setWilling(next) {
      isWilling = next;
      member?.setWilling(next);
    },
    leave: () => (leaving ??= opened.then(() => member?.leave())),
  };
}
