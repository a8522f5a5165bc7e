import { isPath } from '../../core/shared/option-schemas.js';
import { issueUnless, refuseIssues } from '../../core/shared/refuse-issues.js';
import { FleetError } from '../../core/shared/fleet-error.js';
import { openDirectoryEngine } from '../../persistence/directory/directory-engine.js';
import type { StorageEngine } from '../../persistence/engine.js';

/**
 * Keeps alerts and undelivered events over restarts: a directory of `openMonitorState`. It uses the journal of
 * `fleetglass/persistence/directory`, with its checksums and its two files.
 */
export type MonitorState = Pick<StorageEngine, 'read' | 'write' | 'close'>;

/** The number of the newest layout of the values. */
const FORMAT = 1;
const FORMAT_KEY = 'format';

/** The kinds of values: the part of each key before its first slash. */
const KINDS: readonly string[] = ['alert', 'delivery', 'breach', 'group', 'held', 'silence', 'gone', 'history'];

/**
 * Opens the state of a monitor in a directory, which no other monitor can use until it is closed. Makes the directory if
 * there is none. Needs the package `classic-level`.
 *
 * @param directory a directory for this state alone, for example `./monitor`. The store of a fleet needs another one.
 * @throws FleetError `in-use` if another process or monitor uses the directory; `storage` if it cannot be used;
 *   `invalid-request`. A directory cannot be used, for example, if it holds other values or a newer version wrote it.
 * @example
 * ```ts
 * const state = await openMonitorState('./monitor');
 * const monitor = createMonitor({ fleet, rules, channels, state });
 * // ... at the end
 * await monitor.dispose();
 * await state.close();
 * ```
 */
export async function openMonitorState(directory: string): Promise<MonitorState> {
  refuseIssues('configure', issueUnless(isPath(directory), 'directory', 'expected the path of a directory'));
  const engine = await openDirectoryEngine(directory);
  const problem = problemOf(engine.values, directory);
  if (problem !== undefined) {
    await engine.close();
    throw new FleetError('storage', 'configure', problem);
  }
  const format = { key: FORMAT_KEY, text: String(FORMAT) };
  return {
    read: (onLoss) => engine.read(onLoss),
    // The format comes with the first write: a full disk must not prevent the opening.
    write: (writes) => engine.write(engine.values.has(FORMAT_KEY) ? writes : [format, ...writes]),
    close: () => engine.close(),
  };
}

function problemOf(values: ReadonlyMap<string, string>, directory: string): string | undefined {
  const format = values.get(FORMAT_KEY);
  if (Number(format) > FORMAT)
    return `The state in ${directory} has the format ${format}. Expected at most ${FORMAT}. Update fleetglass.`;
  const isForeign = (key: string): boolean => !KINDS.includes(key.split('/', 1)[0] ?? '');
  // A newer version may add kinds to a format that older versions can use.
  if (format === undefined && [...values.keys()].some(isForeign))
    return `The directory ${directory} holds values of another program. Expected a directory of its own.`;
  return undefined;
}
