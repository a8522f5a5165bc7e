import { type FleetSnapshot, systemClock } from '../../../index.js';
import { withDeadline } from '../../../core/wire/deadline.js';
import { parseJson } from '../../../core/wire/parse-json.js';
import { readWholeBody } from '../../../core/wire/read-text.js';
import { nameOfRecord } from '../../../format/record-name.js';
import { openPage, selectPage, type ServedPage } from '../../local-services/open-page.js';
import { findService } from '../../local-services/find-service.js';
import type { AddressOptions } from '../../terminal/client-options.js';
import { type CommandIo, printNotice } from '../../terminal/command-io.js';
import { findKept, matchKept } from '../state/find-kept.js';

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

/** Finds the id by the ids and names of the page, so that no address or account is needed. */
async function findOnPage(io: CommandIo, { url, state }: ServedPage, word: string): Promise<string> {
  let reason = 'No kept database matches it';
  let id: string | undefined;
  if (state !== undefined) {
    const found = await findKept(io, word, { directory: state });
    if (found.isKept !== false) return found.id;
  } else if (url.includes('token=')) return word;
  else {
    const kept = await readDemo(url).catch(() => undefined);
    if (kept === undefined)
      reason = `The page at ${new URL(url).origin} gave no usable answer within ${TIMEOUT_MS / 1000} s`;
    else id = matchKept(word, kept);
  }
  if (id === undefined) printNotice(io, false, `${reason}, so ${word} is taken for an id.`);
  return id ?? word;
}

const TIMEOUT_MS = 15_000;

/** 10,000 records are 20 MB. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Reads the ids and names of a demonstration from its page, which keeps no state. Rejects for another program. */
async function readDemo(url: string) {
  const deadline = { clock: systemClock, timeoutMs: TIMEOUT_MS, signal: undefined };
  const text = await withDeadline(deadline, async (signal) => {
    const { body } = await fetch(`${url}known?records`, { signal });
    return readWholeBody(body, MAX_BYTES);
  });
  const { records } = parseJson(text) as { readonly records: Pick<FleetSnapshot, 'databases'> };
  return records.databases.map(({ id, record }) => ({ id, name: nameOfRecord(record) }));
}
