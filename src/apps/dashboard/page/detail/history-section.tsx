import type { ReactElement } from 'react';
import { useTransitions } from '../../../../bindings/react/index.js';
import type { Transition } from '../../../../index.js';
import { Ago } from '../shell/relative-time.js';
import { formatMoment } from '../shell/format-moment.js';
import { textOf } from '../shell/text-of.js';
import { Section } from './section.js';

const FIELD_NAMES: Readonly<Record<Transition['field'], string>> = {
  state: 'State',
  modifying_state: 'Pending change',
};

/** The changes of a database since the page was opened, newest first. */
export function HistorySection({ id }: { readonly id: string }): ReactElement {
  const transitions = useTransitions({ id });
  return (
    <Section title="History">
      {transitions.length === 0 ? (
        <p className="detail-note">The state has not changed since this page was opened.</p>
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
  const { field, from, to, at } = transition;
  return (
    <li data-state={field === 'state' ? to : undefined}>
      <span>
        {FIELD_NAMES[field]}: <span className="muted">{nameOf(from)}</span> <span aria-hidden="true">→</span>
        <span className="visually-hidden"> to </span> <strong>{nameOf(to)}</strong>
      </span>
      <span className="detail-history-time">
        {formatMoment(at).slice(11)} · <Ago at={at} />
      </span>
    </li>
  );
}

/** The text of a value of `state` or `modifying_state`. */
function nameOf(value: string | undefined): string {
  return value === undefined ? 'at rest' : textOf(value);
}
