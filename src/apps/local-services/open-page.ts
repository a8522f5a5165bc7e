import type { ResourceKind } from '../../core/shared/resource-kind.js';
import { UsageError } from '../terminal/command-errors.js';
import type { CommandIo } from '../terminal/command-io.js';
import { openInBrowser } from '../terminal/open-browser.js';
import { findPages, type ServedPage } from './page-files.js';

/** What a page shows. */
export interface PagePlace {
  readonly resource: ResourceKind;
  readonly id: string;
}

/** Opens a page in a browser, at a resource. @returns what to tell the person: the address if no browser can be opened */
export async function openPage(io: Pick<CommandIo, 'env'>, url: string, place?: PagePlace): Promise<string> {
  const path = place && `#/${place.resource === 'database' ? 'databases' : 'indices'}/${encodeURIComponent(place.id)}`;
  const address = `${url}${path ?? ''}`;
  const isOpen = await openInBrowser(address, io.env);
  return isOpen ? 'Opened the page in a browser.' : `Open this in a browser on this machine: ${address}`;
}

/**
 * Selects the page of a service among those that run.
 *
 * @param service @default the service of the only page
 * @throws UsageError if none runs, or several do
 */
export async function selectPage(io: Pick<CommandIo, 'env'>, service?: string): Promise<ServedPage> {
  const all = await findPages(io);
  const [page, other] = all.filter((each) => service === undefined || each.service === service);
  if (page === undefined) {
    const others = all.length === 0 ? '' : ` Pages run for ${all.map((each) => each.service).join(', ')}.`;
    const subject = service === undefined ? 'No page' : `No page for ${service}`;
    throw new UsageError(`${subject} runs on this machine.${others} Start one with \`fleetglass dashboard\`.`);
  }
  if (other !== undefined && service === undefined)
    throw new UsageError(
      `Several pages run, for ${all.map((each) => each.service).join(', ')}. Choose one of them with --base-url.`,
    );
  return page;
}

/** Opens the running page of a service at a resource, for the board. */
export async function browse(io: Pick<CommandIo, 'env'>, service: string, place?: PagePlace): Promise<string> {
  const { url } = await selectPage(io, service);
  return openPage(io, url, place);
}
