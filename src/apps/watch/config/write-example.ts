import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { toJsonSchema } from '@valibot/to-json-schema';
import { describeSystemError } from '../../../monitor/system/describe-system-error.js';
import { makeFolder } from '../../../persistence/directory/private-directory.js';
import { exampleFolder } from '../../terminal/installed-package.js';
import { UsageError } from '../../terminal/command-errors.js';
import { configSchema } from './config-schema.js';

export function createJsonSchema(): object {
  // A check in code has no counterpart in JSON Schema. The command itself reports what it finds.
  const schema = toJsonSchema(configSchema, { typeMode: 'input', errorMode: 'ignore' });
  return { ...schema, title: 'The configuration of fleetglass watch' };
}

/**
 * Writes the example of a configuration. Only the user can read it, because it will contain a password. If a file of
 * ids or a schema is beside it already, that file stays as it is.
 * @returns the paths of the written files
 * @throws UsageError if the configuration exists or cannot be written
 */
export async function writeExample(file: string): Promise<readonly string[]> {
  const folder = dirname(file);
  const write = async (path: string, text: string, mode = 0o666): Promise<string[]> =>
    writeFile(path, text, { flag: 'wx', mode }).then(
      () => [path],
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST' && path !== file) return [];
        const reason = error.code === 'EEXIST' ? 'the file exists' : describeSystemError(error);
        throw new UsageError(`Cannot write ${path}: ${reason}. Choose another file with --config.`);
      },
    );
  const read = (name: string): Promise<string> => readFile(new URL(name, exampleFolder), 'utf8');
  // If the folder cannot be made, the write of the first file reports it.
  await makeFolder(folder).catch(() => {});
  return [
    ...(await write(file, await read('fleetglass.yaml'), 0o600)),
    ...(await write(join(folder, 'ids.txt'), await read('ids.txt'))),
    ...(await write(join(folder, 'fleetglass.schema.json'), `${JSON.stringify(createJsonSchema(), null, 2)}\n`)),
  ];
}
