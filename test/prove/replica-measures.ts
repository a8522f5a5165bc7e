import { group as groupBy } from 'd3-array';
import type { Replica, ReplicaGroup } from './replica-group.js';
import { INTERVAL_MS } from './replica-messages.js';
import type { Poll } from './replica-service.js';

/** Polls of one id that are closer than this are duplicates. */
const DUPLICATE_MS = 0.4 * INTERVAL_MS;

/** An id is lost if it is not polled for this long, or if a member does not show what was answered before. */
const LOST_MS = 3 * INTERVAL_MS;

/** The results of one fault. @param steady the members without a fault: what only a broken member wants is not polled */
export async function measure(group: ReplicaGroup, steady: readonly Replica[], startMs: number) {
  const { service, replicas } = group;
  const lost = await findLost(group);
  const reports = await Promise.all(replicas.map((replica) => replica.report()));
  const endMs = performance.now();
  const byId = groupById(service.polls);
  const window = service.polls.filter(({ atMs }) => atMs >= startMs);
  const wanted = new Set(steady.flatMap(({ ids }) => ids));
  const shared = window.filter(({ isAlone }) => !isAlone);
  const duplicates = [...byId.values()]
    .flatMap((each) => findDuplicates(each, DUPLICATE_MS))
    .filter(({ atMs }) => atMs >= startMs);
  return {
    /** The longest time without an answer for an id, in intervals. */
    gap: Math.max(...[...wanted].map((id) => longestGapMs(byId.get(id) ?? [], startMs, endMs))) / INTERVAL_MS,
    polls: window.length,
    /** Polls of an id soon after another poll of the same id, in percent. */
    duplicates: (duplicates.length / shared.length) * 100,
    /** Polls of members that could not reach the others. They are not counted as duplicates. */
    alone: window.length - shared.length,
    backwards: reports.flatMap((report) => report.backwards),
    lost,
    /** The most requests in a second, without those of members that polled alone. */
    busiestSecond: mostInASecond(shared.map(({ atMs }) => atMs)),
  };
}

async function findLost({ service, replicas }: ReplicaGroup): Promise<string[]> {
  const lost: string[] = [];
  const lastMs = new Map(service.polls.map(({ id, atMs }) => [id, atMs]));
  for (const replica of replicas) {
    const { tracked, versions } = await replica.report();
    const nowMs = performance.now();
    const shown = new Set(tracked);
    for (const id of replica.ids) {
      // The version after the one that the member shows.
      const isBehind = service.givenAtMs(id, (versions[id] ?? 0) + 1) < nowMs - LOST_MS;
      if (!shown.has(id)) lost.push(`${id} is not in the list of ${replica.name}`);
      else if (isBehind) lost.push(`${id} is old at ${replica.name}`);
      else if ((lastMs.get(id) ?? -Infinity) < nowMs - LOST_MS) lost.push(`${id} is not polled`);
    }
  }
  return lost;
}

export function groupById(polls: readonly Poll[]): ReadonlyMap<string, readonly Poll[]> {
  return groupBy(polls, ({ id }) => id);
}

/** The longest time between two answers, the first of which may have come before `startMs`. */
export function longestGapMs(polls: readonly Poll[], startMs: number, endMs: number): number {
  const times = polls.filter(({ isRefused }) => !isRefused).map(({ atMs }) => atMs);
  const gaps = [...times, endMs].map((atMs, at) => (atMs < startMs ? 0 : atMs - (times[at - 1] ?? startMs)));
  return Math.max(...gaps);
}

export function findDuplicates(polls: readonly Poll[], withinMs: number): Poll[] {
  return polls.filter((poll, at) => {
    const before = polls[at - 1];
    if (before === undefined || poll.isAlone || before.isAlone || before.isRefused) return false;
    return poll.atMs - before.atMs < withinMs;
  });
}

function mostInASecond(times: readonly number[]): number {
  let most = 0;
  let from = 0;
  times.forEach((atMs, at) => {
    while ((times[from] ?? atMs) <= atMs - 1000) from += 1;
    most = Math.max(most, at - from + 1);
  });
  return most;
}
