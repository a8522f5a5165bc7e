import type { ReactElement } from 'react';
import { useFleet, usePollingStatus, useView, type Readable } from '../../../../bindings/react/index.js';
import type { PollingReason, PollingStatus } from '../../../../index.js';
import { Icon } from '../shell/icon.js';
import { useNow } from '../shell/now.js';
import { describePolling, PAUSE_REASON } from './describe-polling.js';
import type { PollFailures } from './poll-failures.js';
import { RefreshButton } from './refresh-button.js';

const STATE_NAMES: Readonly<Record<PollingStatus['state'], string>> = {
  running: 'Live',
  paused: 'Paused',
  held: 'Waiting',
  stopped: 'Stopped',
};

/** The fleet ends these pauses itself. The button does not. */
const AUTOMATIC_PAUSES: readonly (PollingReason['code'] | undefined)[] = ['hidden', 'offline'];

export interface StatusStripProps {
  readonly failures: Readable<PollFailures>;
}

/**
 * Shows whether the data is up to date, and if not, why and until when. The line is always there, so that the page
 * does not move when polling stops.
 */
export function StatusStrip({ failures }: StatusStripProps): ReactElement {
  const { polling } = useFleet();
  const status = usePollingStatus();
  const failing = useView(failures);
  const text = useNow((now) => describePolling(status, failing, now));
  const isFailing = status.state === 'running' && failing.count > 0;
  const isPaused = status.state === 'paused' && !AUTOMATIC_PAUSES.includes(status.reason.code);
  return (
    <section className="status-strip" aria-label="Polling" data-state={isFailing ? 'failing' : status.state}>
      <strong className="status-word">
        {STATE_NAMES[status.state]}
        {status.reason?.code === 'offline' && ' · offline'}
      </strong>
      <span className="status-text cut" title={text}>
        {text}
      </span>
      <button
        type="button"
        className="button quiet"
        aria-label={isPaused ? 'Resume polling' : 'Pause polling'}
        onClick={() => (isPaused ? polling.resume() : polling.pause(PAUSE_REASON))}
      >
        <Icon name={isPaused ? 'play' : 'pause'} />
        <span className="status-action">{isPaused ? 'Resume' : 'Pause'}</span>
      </button>
      <RefreshButton />
    </section>
  );
}
