import { type ReactElement, useEffect, useState } from 'react';
import { type Transition, transitionsOf } from '../../../index.js';
import { useFleet, useView } from '../../../bindings/react/index.js';
import { isTrouble } from '../../../format/describe-health.js';
import { nameOfRecord } from '../../../format/record-name.js';
import { describeCounts } from '../../../format/shown-alerts.js';
import type { RowFacts } from './grid/row-facts.js';
import { factsOf } from './grid/fleet-facts.js';
import { useIsDown } from './polling/connection.js';
import type { PageFleet } from './server/page-fleet.js';
import { usePage } from './server/use-page.js';
import { textOf } from './shell/names.js';

export function Announcer(): ReactElement {
  const [text, setText] = useState('');
  const page = usePage();
  useTabTrouble();
  useEffect(() => announce(page, joinTexts(setText)), [page]);
  return (
    <div className="visually-hidden" role="status" aria-label="Changes">
      {text}
    </div>
  );
}

/** Joins the texts of one turn. The second change of one record would otherwise replace the first one before it is read. */
function joinTexts(say: (text: string) => void): (text: string) => void {
  const texts: string[] = [];
  return (text) => {
    if (texts.push(text) === 1) queueMicrotask(() => say(texts.splice(0).join(' ')));
  };
}

function announce({ fleet, alerts }: PageFleet, say: (text: string) => void): () => void {
  const { polling } = fleet;
  let announced = 'running';
  let firing: number | undefined;
  const subscriptions = [
    alerts.subscribe(({ counts }) => {
      if (counts === undefined) return;
      if (firing !== undefined && counts.firing !== firing) say(`Alerts: ${describeCounts(counts)}.`);
      firing = counts.firing;
    }),
    transitionsOf(fleet).subscribe((transition) => say(describeTransition(transition))),
    polling.status.subscribe(({ state, reason }) => {
      // A user who leaves the tab and returns has not paused the polling.
      if (reason?.code === 'hidden') return;
      if (state !== announced) say(reason?.message ?? 'Polling resumed.');
      announced = state;
    }),
  ];
  return () => subscriptions.forEach((subscription) => subscription.unsubscribe());
}

function describeTransition({ field, to, record, id }: Transition): string {
  const name = textOf(nameOfRecord(record) ?? id);
  if (field === 'state') return `${name} is ${textOf(to ?? 'without a state')}.`;
  return to === undefined ? `${name} is at rest.` : `${name}: ${textOf(to)}.`;
}

const calmIcon = new URL('./icon.svg', import.meta.url).href;
const troubleIcon = new URL('./icon-trouble.svg', import.meta.url).href;

function useTabTrouble(): void {
  const fleet = useFleet();
  const isDown = useIsDown();
  const select = { select: (rows: readonly RowFacts[]) => rows.filter(({ health }) => isTrouble(health)).length };
  const count = useView(factsOf(fleet, 'database'), select) + useView(factsOf(fleet, 'index'), select);
  const mark = isDown ? '(!) ' : count > 0 ? `(${count}) ` : '';
  useEffect(() => markTab(mark), [mark]);
  // When the server denies access, this component ends, but the tab stays open.
  useEffect(() => () => markTab(''), []);
}

function markTab(mark: string): void {
  document.title = `${mark}fleetglass`;
  document.querySelector('link[rel="icon"]')?.setAttribute('href', mark === '' ? calmIcon : troubleIcon);
}
