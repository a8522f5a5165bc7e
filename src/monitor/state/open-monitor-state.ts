import { isPath } from '../../core/shared/option-schemas.js';
import { issueUnless, refuseIssues } from '../../core/shared/refuse-issues.js';
import { parseJson } from '../../core/wire/parse-json.js';
import { FleetError } from '../../core/shared/fleet-error.js';
import { openDirectoryEngine } from '../../persistence/directory/directory-engine.js';
import type { EngineLoss, StorageEngine, StoredValue } from '../../persistence/engine.js';

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
  const losses: EngineLoss[] = [];
  let isFormatMissing = await isNew(engine, directory, losses).catch(async (error: unknown) => {
    await engine.close();
    throw error;
  });
  return {
    read(onLoss) {
      for (const loss of losses.splice(0)) onLoss(loss);
      return engine.read(onLoss);
    },
    async write(writes) {
      // The format comes with the first write: a full disk must not prevent the opening.
      await engine.write(isFormatMissing ? [{ key: FORMAT_KEY, text: String(FORMAT) }, ...writes] : writes);
      isFormatMissing = false;
    },
    close: () => engine.close(),
  };
}

/**
 * @param losses gets the damage, which the engine reports once.
 * @returns whether the format has to be written.
 * @throws FleetError `storage`
 */
async function isNew(engine: StorageEngine, directory: string, losses: EngineLoss[]): Promise<boolean> {
  let format: StoredValue | undefined;
  let foreign: string | undefined;
  for await (const values of engine.read((loss) => losses.push(loss))) {
    for (const value of values) {
      if (value.key === FORMAT_KEY) format = value;
      else if (!KINDS.includes(value.key.split('/', 1)[0] ?? '')) foreign ??= value.key;
    }
  }
  const number = format && parseJson(format.text);
  if (typeof number === 'number' && number > FORMAT)
    throw refusal(`The state in ${directory} has the format ${number}. Expected at most ${FORMAT}. Update fleetglass.`);
  // A newer version may add kinds to a format that older versions can use.
  if (format === undefined && foreign !== undefined)
    throw refusal(`The directory ${directory} holds values of another program. Expected a directory of its own.`);
  return format === undefined;
}

function refusal(message: string): FleetError {
  return new FleetError('storage', 'configure', message);
}
