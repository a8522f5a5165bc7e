import type { ReactElement } from 'react';
import { useTransitions } from '../../../../bindings/react/index.js';
import type { Transition } from '../../../../index.js';
import { Ago } from '../shell/relative-time.js';
import { useNow } from '../shell/now.js';
import { textOf } from '../shell/names.js';
import { formatClock } from './chart/format-time.js';
import { Section } from './section.js';

export function HistorySection({ id }: { readonly id: string }): ReactElement {
  const transitions = useTransitions({ id });
  return (
    <Section title="History">
      {transitions.length === 0 ? (
        <p className="detail-note">No change of state since this page was opened.</p>
      ) : (
        <ol className="detail-history" aria-label="Changes, newest first">
          {transitions.map((transition) => (
            <HistoryItem key={transition.sequence} transition={transition} />
          ))}
        </ol>
      )}
    </Section>
  );
}

function HistoryItem({ transition }: { readonly transition: Transition }): ReactElement {
  const { field, to, at } = transition;
  const [value, rest] = wordsOf(transition);
  const time = useNow((now) => formatClock(at, now));
  return (
    <li data-state={field === 'state' ? to : undefined}>
      <span>
        <strong>{value}</strong> <span className="muted">{rest}</span>
      </span>
      <span className="detail-history-time">
        {time} · <Ago at={at} />
      </span>
    </li>
  );
}

/** The new value, and what it follows. */
function wordsOf({ field, from, to }: Transition): readonly [value: string, rest: string] {
  if (field === 'state') return [nameOf(to), `was ${nameOf(from)}`];
  if (to === undefined) return [nameOf(from), 'ended'];
  return [nameOf(to), from === undefined ? 'began' : `after ${nameOf(from)}`];
}

function nameOf(value: string | undefined): string {
  return value === undefined ? 'without a state' : textOf(value);
}
