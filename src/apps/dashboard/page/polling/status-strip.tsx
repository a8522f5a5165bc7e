import type { ReactElement } from 'react';
import { useFleet, usePollingStatus, useView } from '../../../../bindings/react/index.js';
import type { PollingReason, PollingStatus } from '../../../../index.js';
import { usePage } from '../server/use-page.js';
import { Icon } from '../shell/icon.js';
import { useNow } from '../shell/now.js';
import { describePolling } from './describe-polling.js';
import { RefreshButton } from './refresh-button.js';

const WORDS: Readonly<Record<PollingStatus['state'], string>> = {
  running: 'Live',
  paused: 'Paused',
  held: 'Waiting',
  stopped: 'Stopped',
};

/** What pauses polling by itself is no button's to end. */
const OWN_PAUSES: readonly (PollingReason['code'] | undefined)[] = ['hidden', 'offline'];

/**
 * Whether what is shown is up to date, why not, and until when: a line that is always there, so that nothing moves when
 * something goes wrong.
 */
export function StatusStrip(): ReactElement {
  const { polling } = useFleet();
  const status = usePollingStatus();
  const troubles = useView(usePage().troubles);
  const text = useNow((now) => describePolling(status, troubles, now));
  const isTroubled = status.state === 'running' && troubles.failing > 0;
  const isPaused = status.state === 'paused' && !OWN_PAUSES.includes(status.reason?.code);
  return (
    <section className="status-strip" aria-label="Polling" data-state={isTroubled ? 'troubled' : status.state}>
      <strong className="status-word">
        {WORDS[status.state]}
        {status.reason?.code === 'offline' && ' · offline'}
      </strong>
      <span className="status-text cut" title={text}>
        {text}
      </span>
      <button
        type="button"
        className="button quiet"
        aria-label={isPaused ? 'Resume polling' : 'Pause polling'}
        onClick={() => (isPaused ? polling.resume() : polling.pause())}
      >
        <Icon name={isPaused ? 'play' : 'pause'} />
        <span className="status-action">{isPaused ? 'Resume' : 'Pause'}</span>
      </button>
      <RefreshButton />
    </section>
  );
}
