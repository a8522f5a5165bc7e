import { basename } from 'node:path';
import type { CommandIo } from '../terminal/command-io.js';
import { UsageError } from '../terminal/usage-error.js';
import { identifyProcess } from './process-identity.js';
import { readServiceFiles, serviceFolders, type FoundFile, type ServiceFile } from './service-files.js';

/**
 * Finds the local service of this user that runs on this machine.
 *
 * @param address the address of the one that is meant. @default the only one that runs
 * @throws UsageError that says why there is none, or names those that run.
 */
export async function findLocalService(io: Pick<CommandIo, 'env'>, address?: string): Promise<ServiceFile> {
  const found = (await Promise.all(serviceFolders(io).map(readServiceFiles))).flat();
  const wanted = found.filter(({ path, service }) => isAt(address, path, service));
  const [running, ended] = await partition(wanted);
  const [service, second] = running;
  if (service === undefined) throw new UsageError(whyNone(address, wanted, ended));
  if (second !== undefined && address === undefined) {
    const urls = running.map(({ url }) => url).toSorted();
    throw new UsageError(`Several local services run: ${urls.join(', ')}. Name one of them with --base-url.`);
  }
  return service;
}

/** A file that cannot be used is known by its name alone, which is the port. */
function isAt(address: string | undefined, path: string, service: ServiceFile | undefined): boolean {
  if (address === undefined) return true;
  return service === undefined ? basename(path) === `${new URL(address).port}.json` : service.url === address;
}

async function partition(files: readonly FoundFile[]): Promise<readonly [ServiceFile[], FoundFile[]]> {
  const running: ServiceFile[] = [];
  const ended: FoundFile[] = [];
  for (const file of files) {
    if (file.service === undefined) continue;
    const isRunning = (await identifyProcess(file.service.pid)) === file.service.process;
    if (isRunning) running.push(file.service);
    else ended.push(file);
  }
  return [running, ended];
}

function whyNone(address: string | undefined, wanted: readonly FoundFile[], ended: readonly FoundFile[]): string {
  const refused = wanted.find(({ problem }) => problem !== undefined);
  if (refused !== undefined) return `The file ${refused.path} ${refused.problem}, so it is not used. Remove it.`;
  const [stale] = ended;
  if (stale?.service !== undefined) {
    const { url, pid } = stale.service;
    return `The local service at ${url} (process ${pid}) has ended without removing ${stale.path}. Start it again with fleetglass serve.`;
  }
  const which = address === undefined ? 'No local service of this user runs' : `No local service runs at ${address}`;
  return `${which} on this machine. fleetglass serve starts one.`;
}
