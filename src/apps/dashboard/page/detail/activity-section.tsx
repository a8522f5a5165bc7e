import type { ReactElement } from 'react';
import type { ResourceKind } from '../../../../index.js';
import { entriesOf, resourceKey, useActivity } from '../server/activity.js';
import { textOf } from '../shell/names.js';
import { Ago, useNow } from '../shell/time.js';
import { formatRoute } from '../shell/route.js';
import { formatClock } from './chart/format-time.js';
import { Section } from './section.js';

const SHOWN = 8;

export function ActivitySection(about: { readonly resource: ResourceKind; readonly id: string }): ReactElement {
  const activity = useActivity();
  const { entries, hasFailed } = activity;
  const all = entriesOf(activity, about);
  const nothing = hasFailed ? 'The activity cannot be read.' : 'Nothing has happened yet.';
  const href = formatRoute({ view: 'activity', selected: undefined, query: { of: resourceKey(about) } });
  return (
    <Section title="Activity" aside={all.length > 0 && <a href={href}>All</a>}>
      {all.length === 0 && <p className="note">{entries === undefined && !hasFailed ? 'Loading…' : nothing}</p>}
      <ol className="stack detail-history" aria-label="Activity, newest first">
        {all.slice(0, SHOWN).map(({ key, at, text, phase }) => (
          <li key={key} className="wrap spread" data-phase={phase}>
            <span>{textOf(text)}</span>
            <span className="note">
              <ClockText at={at} /> · <Ago at={at} />
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function ClockText({ at }: { readonly at: number }): string {
  return useNow((now) => formatClock(at, now));
}
