import type { ReactElement } from 'react';
import { useTransitions } from '../../../../bindings/react/index.js';
import type { Transition } from '../../../../index.js';
import { Ago } from '../shell/relative-time.js';
import { useNow } from '../shell/now.js';
import { textOf } from '../shell/names.js';
import { formatClock } from './chart/format-time.js';
import { Section } from './section.js';

/** The changes of a database since the page was opened, newest first. */
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
  const time = useNow((now) => formatClock(at, now));
  return (
    <li data-state={field === 'state' ? to : undefined}>
      <span>{field === 'state' ? <StateChange {...transition} /> : <PendingChange {...transition} />}</span>
      <span className="detail-history-time">
        {time} · <Ago at={at} />
      </span>
    </li>
  );
}

function StateChange({ from, to }: Transition): ReactElement {
  return (
    <>
      <strong>{nameOf(to)}</strong> <span className="muted">was {nameOf(from)}</span>
    </>
  );
}

function PendingChange({ from, to }: Transition): ReactElement {
  if (to === undefined)
    return (
      <>
        <strong>{nameOf(from)}</strong> <span className="muted">ended</span>
      </>
    );
  return (
    <>
      <strong>{nameOf(to)}</strong>{' '}
      <span className="muted">{from === undefined ? 'began' : `after ${nameOf(from)}`}</span>
    </>
  );
}

/** The text of a value of `state` or `modifying_state`. */
function nameOf(value: string | undefined): string {
  return value === undefined ? 'without a state' : textOf(value);
}
