import stringWidth from 'fast-string-width';
import type { PollingStatus } from '../../core/polling/polling-status.js';
import { countOf, formatCount } from '../../format/quantities.js';
import { printable } from '../../format/printable.js';
import { cutText, wrapText, type RenderOptions } from '../terminal/text.js';
import type { ConnectionWords } from './describe-connection.js';
import { renderBar } from './render-bar.js';

export interface HeaderFacts {
  readonly health: string;
  readonly connection: ConnectionWords;
  readonly status: PollingStatus;
  readonly outage: string | undefined;
  readonly databases: number;
  /** The number of loaded databases, until all databases were loaded once. */
  readonly loaded: number | undefined;
  readonly unconfirmed: number;
  readonly seeUnconfirmed: string;
  readonly account: string;
  readonly alerts: string | undefined;
  readonly address: string;
}

const MAX_HEALTH_LINES = 2;
const GAP = 2;

export function renderHeader(facts: HeaderFacts, options: RenderOptions): string[] {
  return [renderConnection(facts, options), ...renderHealth(facts, options), ...renderUnconfirmed(facts, options)];
}

function renderHealth({ health, connection }: HeaderFacts, { columns, palette }: RenderOptions): string[] {
  const words = health === '' ? (connection.mood === 'good' ? 'Nothing to show yet' : 'Nothing was read yet') : health;
  const lines = wrapText(words, columns);
  const shown = lines.slice(0, MAX_HEALTH_LINES);
  if (lines.length > shown.length) shown[shown.length - 1] = cutText(`${shown.at(-1)} …`, columns);
  return shown.map(palette.bold);
}

/** The product, the account and the connection, and the address on the right. A narrow line always shows the connection. */
function renderConnection(facts: HeaderFacts, { columns, palette }: RenderOptions): string {
  const { connection, outage, loaded, databases, alerts, address, account } = facts;
  const state = cutText(`● ${connection.text}`, columns);
  const names = [`fleetglass  ${printable(account)}  `, 'fleetglass  ', ''];
  const name = names.find((each) => stringWidth(each) + stringWidth(state) <= columns) ?? '';
  const loading =
    loaded === undefined ? undefined : `loading ${renderBar(loaded / databases, 10)} ${loaded} of ${databases}`;
  const others = [outage, loading, alerts, overloadWords(facts.status)].filter((text) => text !== undefined);
  const rest = others.map((text) => ` · ${text}`).join('');
  const left = columns - stringWidth(name) - stringWidth(state);
  const shownRest = stringWidth(rest) <= left ? rest : cutText(rest, Math.max(1, left));
  const [product = '', ...user] = name.split(/(?<=fleetglass)/);
  const style = { good: palette.green, waiting: palette.yellow, bad: palette.red }[connection.mood];
  const start = palette.bold(product) + palette.dim(user.join('')) + style(state) + (left > 1 ? shownRest : '');
  if (!Number.isFinite(columns)) return `${start}${' '.repeat(GAP)}${address}`;
  const free = left - stringWidth(shownRest) - stringWidth(address);
  return free >= GAP ? `${start}${' '.repeat(free)}${palette.dim(address)}` : start;
}

function overloadWords({ overloaded }: PollingStatus): string | undefined {
  if (overloaded === undefined) return undefined;
  const { askedPerSecond, allowedPerSecond } = overloaded;
  return `rows are read less often: ${formatCount(askedPerSecond)} requests/s wanted, ${formatCount(allowedPerSecond)} allowed`;
}

function renderUnconfirmed(
  { unconfirmed, seeUnconfirmed }: HeaderFacts,
  { columns, palette }: RenderOptions,
): string[] {
  if (unconfirmed === 0) return [];
  const words = `The outcome of ${countOf(unconfirmed, 'create')} is not known: ${seeUnconfirmed}`;
  return [palette.yellow(cutText(words, columns))];
}
