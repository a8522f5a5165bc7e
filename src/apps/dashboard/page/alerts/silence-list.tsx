import type { ReactElement } from 'react';
import { describeSelection, type ShownSilence } from '../../../../format/shown-alerts.js';
import { textOf } from '../shell/names.js';
import { Until } from '../shell/relative-time.js';

/** The silences that last. Commands add and end them: the page changes no monitor. */
export function SilenceList({ silences }: { readonly silences: readonly ShownSilence[] }): ReactElement {
  return (
    <section className="silences" aria-label="Silences">
      <h3>Silences</h3>
      <ul>
        {silences.map((silence) => (
          <li key={silence.id}>
            <span>
              <strong>{textOf(silence.comment)}</strong>
              <span className="muted"> ends </span>
              <Until at={Date.parse(silence.endsAt)} />
            </span>
            <span className="cell-note">
              {textOf(describeSelection(silence))} ·{' '}
              <span className="mono">fleetglass silence end {textOf(silence.id)} --state &lt;directory&gt;</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
