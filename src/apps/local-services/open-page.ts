import type { ResourceKind } from '../../core/shared/resource-kind.js';
import { UsageError } from '../terminal/command-errors.js';
import type { CommandIo } from '../terminal/command-io.js';
import type { ChosenService } from './find-service.js';
import { readLocal, redirectOf, type LocalEntry } from './local-files.js';
import { writePrivateFile } from './private-file.js';
import { spawn } from 'node:child_process';
import { systemClock } from '../../core/shared/clock.js';

export interface PagePlace {
  readonly resource: ResourceKind;
  readonly id: string;
}

export type ServedPage = LocalEntry<'pages'> & { readonly path: string };

/** Finds the pages that run. A file that another user could have written counts as absent. */
export async function findPages(io: Pick<CommandIo, 'env'>): Promise<readonly ServedPage[]> {
  const found = await readLocal(io, 'pages');
  return found.flatMap(({ path, entry, isServed }) => (entry !== undefined && isServed ? [{ ...entry, path }] : []));
}

/** Opens a page in a browser, at a resource. @returns the address if no browser can be opened */
export async function openPage(
  io: Pick<CommandIo, 'env'>,
  { url, path }: Pick<ServedPage, 'url'> & { readonly path?: string },
  place?: PagePlace,
): Promise<string | undefined> {
  const hash = place && `#/${place.resource === 'database' ? 'databases' : 'indices'}/${encodeURIComponent(place.id)}`;
  const address = `${url}${hash ?? ''}`;
  const isOpen = await openInBrowser(io.env, async () => {
    if (path === undefined || !url.includes('token=')) return address;
    // All users of the machine can read the arguments of a program, so a token is in a file. The page removes it.
    const redirect = redirectOf(path);
    await writePrivateFile(redirect, `<!doctype html><meta http-equiv="refresh" content="0;url=${address}">\n`);
    return redirect;
  });
  return isOpen ? undefined : address;
}

/** The owner of the wanted page. `readUsername` may ask the user, so it is called only to choose among several pages. */
type PageOwner = Pick<ChosenService, 'baseUrl' | 'account' | 'readUsername'>;

/** Selects the page of an owner, or else the only page. @throws UsageError if no page runs, or several without an owner */
export async function selectPage(io: Pick<CommandIo, 'env'>, owner?: PageOwner): Promise<ServedPage> {
  const all = await findPages(io);
  let wanted = all.filter(({ service }) => owner === undefined || service === owner.baseUrl);
  if (owner !== undefined && (owner.account !== undefined || wanted.length > 1)) {
    const username = owner.account ?? (await owner.readUsername());
    wanted = wanted.filter(({ account }) => account === username);
  }
  const [page, other] = wanted;
  if (page === undefined) {
    const others = all.length === 0 ? '' : ` Pages run for ${listOf(all)}.`;
    const account = owner?.account === undefined ? '' : `${owner.account} at `;
    const subject = owner === undefined ? 'No page' : `No page for ${account}${owner.baseUrl}`;
    throw new UsageError(
      `${subject} runs on this machine.${others} Start one with \`fleetglass dashboard\`, before a board of the same account.`,
    );
  }
  if (other !== undefined && owner === undefined)
    throw new UsageError(
      `Several pages run, for ${listOf(all)}. Choose one with --base-url and the user name of its account, or with --profile.`,
    );
  return page;
}

/** Opens the running page of an account at a resource, for a board. @returns as `openPage` */
export async function browse(
  io: Pick<CommandIo, 'env'>,
  owner: { readonly baseUrl: string; readonly account: string },
  place?: PagePlace,
): Promise<string | undefined> {
  return openPage(io, await selectPage(io, { ...owner, readUsername: async () => owner.account }), place);
}

/** Shows only the origin of an address, because its token is a secret. */
function listOf(pages: readonly ServedPage[]): string {
  return pages.map(({ account, service, url }) => `${account} at ${service} (${new URL(url).origin})`).join(', ');
}

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  // `start` is not a program, and its shell would read parts of the address.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * The variables that a browser may need: of the system, the session, the language and the proxy. No other variable is
 * passed on, and so no credentials.
 */
const NAMES = 'PATH HOME USER LOGNAME SHELL TERM TZ TMPDIR BROWSER LANG LANGUAGE DISPLAY XAUTHORITY XMODIFIERS';
const NAMES_OF_WINDOWS = 'SYSTEMROOT WINDIR USERPROFILE APPDATA LOCALAPPDATA PROGRAMFILES TEMP';
const INHERITED = new Set(`${NAMES} ${NAMES_OF_WINDOWS}`.split(' '));
const INHERITED_GROUPS = /^(?:LC|XDG|WAYLAND|DESKTOP|DBUS_SESSION|GTK|QT|KDE|GNOME|MOZ|WSL)_|_PROXY$/;

/** An opener that still runs after this time has opened the browser. */
const WAIT_MS = 2000;

/** @returns `false` if no browser can be opened, as without a screen */
async function openInBrowser(env: NodeJS.ProcessEnv, addressOf: () => Promise<string>): Promise<boolean> {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  // Without a screen, xdg-open would start a browser for terminals.
  if (program === 'xdg-open' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY'] && !env['BROWSER']) return false;
  const address = await addressOf();
  const isInherited = (name: string): boolean => INHERITED.has(name) || INHERITED_GROUPS.test(name);
  const inherited = Object.fromEntries(Object.entries(env).filter(([name]) => isInherited(name.toUpperCase())));
  return new Promise((resolve) => {
    const child = spawn(program, [...args, address], { env: inherited, stdio: 'ignore', detached: true });
    const cancel = systemClock.schedule(() => resolve(true), WAIT_MS);
    const end = (isOpen: boolean): void => {
      cancel();
      resolve(isOpen);
    };
    child.once('error', () => end(false));
    child.once('exit', (code) => end(code === 0));
    child.unref();
  });
}
