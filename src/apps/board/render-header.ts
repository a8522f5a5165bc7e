import stringWidth from 'fast-string-width';
import { unconfirmedCreatesOf } from '../../index.js';
import { countOf, formatCount } from '../../format/quantities.js';
import { printable } from '../../format/printable.js';
import { describeCounts } from '../../format/shown-alerts.js';
import { cutText, wrapText } from '../terminal/text.js';
import type { ConnectionWords } from './describe-connection.js';
import type { Scene } from './scene.js';

const MAX_HEALTH_LINES = 2;
const GAP = 2;

export function renderHeader(scene: Scene, connection: ConnectionWords): string[] {
  return [renderConnection(scene, connection), ...renderHealth(scene, connection), ...renderUnconfirmed(scene)];
}

function renderHealth({ rows, columns, palette }: Scene, { mood }: ConnectionWords): string[] {
  const nothing = mood === 'good' ? 'Nothing to show yet' : 'Nothing was read yet';
  const lines = wrapText(rows.words === '' ? nothing : rows.words, columns);
  const shown = lines.slice(0, MAX_HEALTH_LINES);
  if (lines.length > shown.length) shown[shown.length - 1] = cutText(`${shown.at(-1)} …`, columns);
  return shown.map(palette.bold);
}

/** The product, the account and the connection, and the address on the right. A narrow line always shows the connection. */
function renderConnection(scene: Scene, connection: ConnectionWords): string {
  const { facts, columns, palette } = scene;
  const { overloaded } = scene.status;
  const { baseUrl, account, alerts, demo } = facts;
  const state = cutText(`● ${connection.text}`, columns);
  const names = [`fleetglass  ${printable(account)}  `, 'fleetglass  ', ''];
  const name = names.find((each) => stringWidth(each) + stringWidth(state) <= columns) ?? '';
  const others = [
    demo?.actions.outage.value && 'OUTAGE',
    alerts && (alerts.value.problem === undefined ? describeCounts(alerts.value.counts) : 'no alerts are read'),
    overloaded &&
      `rows are read less often: ${formatCount(overloaded.askedPerSecond)} requests/s wanted, ${formatCount(overloaded.allowedPerSecond)} allowed`,
  ].filter((text) => text !== undefined);
  const rest = others.map((text) => ` · ${text}`).join('');
  const left = columns - stringWidth(name) - stringWidth(state);
  const shownRest = stringWidth(rest) <= left ? rest : cutText(rest, Math.max(1, left));
  const [product = '', ...user] = name.split(/(?<=fleetglass)/);
  const style = { good: palette.green, waiting: palette.yellow, bad: palette.red }[connection.mood];
  const address = demo === undefined ? baseUrl : `page ${demo.pageUrl}`;
  const start = palette.bold(product) + palette.dim(user.join('')) + style(state) + (left > 1 ? shownRest : '');
  if (!Number.isFinite(columns)) return `${start}${' '.repeat(GAP)}${address}`;
  const free = left - stringWidth(shownRest) - stringWidth(address);
  return free >= GAP ? `${start}${' '.repeat(free)}${palette.dim(address)}` : start;
}

function renderUnconfirmed({ facts: { fleet, demo }, columns, palette }: Scene): string[] {
  const count = unconfirmedCreatesOf(fleet).value.length;
  if (count === 0) return [];
  const next = demo === undefined ? 'see fleetglass list' : 'press 2 for more';
  return [palette.yellow(cutText(`The outcome of ${countOf(count, 'create')} is not known: ${next}`, columns))];
}
