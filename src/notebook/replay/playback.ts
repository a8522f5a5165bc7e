import type { ResourceVersions, Version } from './resource-versions.js';

/** The current state of a resource, kept apart from its versions: most answers are the same as the one before. */
interface Current {
  readonly versions: readonly Version[];
  version: number;
  record: Version['record'];
  /** When the next version begins. */
  nextAt: number;
}

/** Plays the versions of resources of one kind. The time never goes back. */
export class Playback {
  readonly ids: readonly string[];
  readonly #current = new Map<string, Current>();
  /** The versions that were read, by id, until they are taken. */
  readonly #read = new Map<string, number>();

  constructor(resources: readonly ResourceVersions[]) {
    this.ids = resources.map(({ id }) => id);
    for (const { id, versions } of resources)
      this.#current.set(id, { versions, version: -1, record: undefined, nextAt: timeOf(versions, 0) });
  }

  recordAt(id: string, at: number): Version['record'] {
    const current = this.#current.get(id);
    if (current !== undefined && current.nextAt <= at) this.#read.set(id, proceed(current, at));
    return current?.record;
  }

  /** The number of the version that was read last, unless it was taken before. */
  takeVersion(id: string): number | undefined {
    const version = this.#read.get(id);
    if (version !== undefined) this.#read.delete(id);
    return version;
  }
}

/** @returns the number of the version */
function proceed(current: Current, at: number): number {
  const { versions } = current;
  while (timeOf(versions, current.version + 1) <= at) current.version += 1;
  current.record = versions[current.version]?.record;
  current.nextAt = timeOf(versions, current.version + 1);
  return current.version;
}

function timeOf(versions: readonly Version[], version: number): number {
  return versions[version]?.at ?? Infinity;
}
