import { type ReactElement, useEffect, useState } from 'react';
import { type Fleet, type Transition, transitionsOf } from '../../../index.js';
import { useFleet } from '../../../bindings/react/index.js';
import { describeCounts } from '../../../format/shown-alerts.js';
import type { PageFleet } from './server/page-fleet.js';
import { usePage } from './server/use-page.js';
import { textOf } from './shell/names.js';

export function Announcer(): ReactElement {
  const fleet = useFleet();
  const [text, setText] = useState('');
  const { alerts } = usePage();
  useEffect(() => announce(fleet, alerts, setText), [fleet, alerts]);
  return (
    <div className="visually-hidden" role="status" aria-label="Changes">
      {text}
    </div>
  );
}

function announce(fleet: Fleet, alerts: PageFleet['alerts'], say: (text: string) => void): () => void {
  const { polling } = fleet;
  let announced = polling.status.value.state;
  let firing: number | undefined;
  const subscriptions = [
    alerts.subscribe(({ counts }) => {
      if (counts === undefined) return;
      if (firing !== undefined && counts.firing !== firing) say(`Alerts: ${describeCounts(counts)}.`);
      firing = counts.firing;
    }),
    transitionsOf(fleet).subscribe((transition) => say(describeTransition(transition))),
    polling.status.subscribe(({ state, reason }) => {
      if (state !== announced) say(reason?.message ?? 'Polling resumed.');
      announced = state;
    }),
  ];
  return () => subscriptions.forEach((subscription) => subscription.unsubscribe());
}

function describeTransition({ field, to, record, id }: Transition): string {
  const name = textOf(record.database_name || id);
  if (field === 'state') return `${name} is ${textOf(to ?? 'without a state')}.`;
  return to === undefined ? `${name} is at rest.` : `${name}: ${textOf(to)}.`;
}
