import { rm } from 'node:fs/promises';
import type { Credentials } from '../../core/wire/credentials.js';
import type { CommandIo } from '../terminal/command-io.js';
import { identifyProcess } from './process-identity.js';
import { readServiceFiles, serviceFolders, writeServiceFile } from './service-files.js';

/**
 * Writes the service file that `--local` reads. Removes the files of services that ended without removing them, because
 * the files contain credentials.
 *
 * @param onNotice receives the reason if no file can be written. The service works without its file.
 */
export async function registerService(
  io: Pick<CommandIo, 'env'>,
  { url, credentials: { username, password } }: { readonly url: string; readonly credentials: Credentials },
  onNotice: (notice: string) => void,
): Promise<() => Promise<void>> {
  const identity = await identifyProcess(process.pid);
  const credentials = { username, password };
  const service = { version: 1 as const, url, pid: process.pid, process: identity ?? '', credentials };
  const problems: string[] = [];
  for (const folder of serviceFolders(io)) {
    try {
      const path = await writeServiceFile(folder, service);
      // An old file must not hide this service.
      await removeStaleFiles(folder).catch(() => {});
      return () => rm(path, { force: true });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      problems.push(code === undefined ? message : `${folder} cannot be written: ${code}`);
    }
  }
  onNotice(`--local cannot find this service: ${problems.join('; ')}.`);
  return async () => {};
}

async function removeStaleFiles(folder: string): Promise<void> {
  for (const { path, service } of await readServiceFiles(folder)) {
    if (service !== undefined && ((await identifyProcess(service.pid)) ?? '') !== service.process)
      await rm(path, { force: true });
  }
}
