import { readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../../../persistence/directory/private-directory.js';
import { writeSynced } from '../../../persistence/directory/store-file.js';

export interface SourceIds {
  /** The ids of its accepted answers. */
  readonly given: ReadonlySet<string>;
  /** The ids of its refused answers since the last accepted one. */
  readonly pending: ReadonlySet<string>;
}

export type GivenIds = ReadonlyMap<string, SourceIds>;

export interface IdChangeFacts {
  readonly source: string;
  /** The answer: at least one id. */
  readonly answer: readonly string[];
  readonly record: GivenIds;
  readonly isKnown: (id: string) => boolean;
  readonly removeAtMost: number;
}

const NO_IDS: SourceIds = { given: new Set(), pending: new Set() };

/**
 * Decides what an answer adds and removes. An id is removed if this source gave it, no other source gives it, and the
 * answer lacks it. An id that was known before the first source gave it, for example by `fleetglass ids add`, stays.
 *
 * An answer that lacks too many ids at once removes none, also when it comes again. Its new ids are pending: they do
 * not make the share of the lacking ids smaller.
 * @returns `refused`: the number of ids that the answer lacks and that stay, because they are too many at once
 */
export function selectIdChange({ source, answer, record, isKnown, removeAtMost }: IdChangeFacts) {
  const { given: before, pending } = record.get(source) ?? NO_IDS;
  const all = new Set([...before, ...pending]);
  const others = [...record].filter(([name]) => name !== source).map(([, ids]) => ids);
  // A refused answer names ids too. A file is read again only when it changes, so nothing would bring such an id back.
  const isGivenByOthers = (id: string): boolean => others.some((ids) => ids.given.has(id) || ids.pending.has(id));
  const named = new Set(answer);
  const ours = new Set(answer.filter((id) => all.has(id) || !isKnown(id) || isGivenByOthers(id)));
  const add = answer.filter((id) => !isKnown(id));
  const refused = [...before].filter((id) => !named.has(id)).length;
  if (refused > removeAtMost * before.size)
    return { add, remove: [] as string[], refused, given: before, pending: new Set([...pending, ...ours]) };
  const remove = [...all].filter((id) => removeAtMost > 0 && !named.has(id) && !isGivenByOthers(id) && isKnown(id));
  return { add, remove, refused: 0, given: ours, pending: new Set<string>() };
}

const VERSION = 1;

/** Keeps the record of given ids in a file, so that a source can remove its ids after a restart. */
export function openGivenIds(path: string) {
  return {
    /** @throws Error if the file exists and cannot be read; the file is then kept as `….unreadable` */
    async load(): Promise<GivenIds> {
      try {
        const { version, sources, pending = {} } = JSON.parse(await readFile(path, 'utf8'));
        if (version !== VERSION) throw new Error('another version');
        const names = Object.keys(sources);
        return new Map(names.map((name) => [name, { given: new Set(sources[name]), pending: new Set(pending[name]) }]));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
        // The next save must not overwrite it: a newer version may have written it.
        await rename(path, `${path}.unreadable`).catch(() => {});
        throw error;
      }
    },
    async save(record: GivenIds): Promise<void> {
      const idsOf = (kind: keyof SourceIds): object =>
        Object.fromEntries([...record].map(([name, ids]) => [name, [...ids[kind]]]));
      const text = JSON.stringify({ version: VERSION, sources: idsOf('given'), pending: idsOf('pending') });
      await makeFolder(dirname(path));
      await rm(`${path}.new`, { force: true });
      await writeSynced(`${path}.new`, text);
      // A crash leaves the whole old file or the whole new file.
      await rename(`${path}.new`, path);
    },
  };
}
