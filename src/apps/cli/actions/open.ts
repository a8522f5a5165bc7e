import { openPage, selectPage, type ServedPage } from '../../local-services/open-page.js';
import { findService } from '../../local-services/find-service.js';
import type { AddressOptions } from '../../terminal/client-options.js';
import type { CommandIo } from '../../terminal/command-io.js';
import { findKept } from '../state/find-kept.js';

/** @param word the id or the kept name of a database, or the beginning of one of them. @default the list */
export async function open(io: CommandIo, word: string | undefined, options: AddressOptions): Promise<void> {
  const { baseUrl, local, profile } = options;
  // Without an option, the command opens the only page that runs.
  const isNamed = baseUrl !== undefined || local === true || profile !== undefined;
  const page = await selectPage(io, isNamed ? await findService(io, options) : undefined);
  const id = word === undefined ? undefined : await findOnPage(io, page, word);
  const address = await openPage(io, page, id === undefined ? undefined : { resource: 'database', id });
  const message =
    address === undefined ? 'Opened the page in a browser.' : `Open this in a browser on this machine: ${address}`;
  io.stdout.write(`${message}\n`);
}

/** Finds the id among the ids and names that the page keeps, so the command needs no address and no account. */
async function findOnPage(io: CommandIo, { state }: ServedPage, word: string): Promise<string> {
  if (state === undefined) return word;
  return (await findKept(io, word, { directory: state })).id;
}
