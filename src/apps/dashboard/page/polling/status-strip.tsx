import { type ReactElement, useState } from 'react';
import { useFleet, usePollingStatus, useView } from '../../../../bindings/react/index.js';
import { deepEqual } from '../../../../core/shared/deep-equal.js';
import { refreshAll } from '../../../../index.js';
import { Icon, Button } from '../shell/button.js';
import { Menu } from '../shell/menu.js';
import { useNow } from '../shell/time.js';
import { type PollFailures, type PollFailuresView, selectConnection } from './connection.js';
import { describeConnection, describeDetails, PAUSE_REASON } from './describe-connection.js';
import { useShortcut, withKey } from '../shell/shortcut.js';

/**
 * Shows whether the data is up to date, and if not, why and until when. The line is always there, so that the page does
 * not move when polling stops. Technical words are in its details only.
 */
export function StatusStrip({ failures }: { readonly failures: PollFailuresView }): ReactElement {
  const { polling } = useFleet();
  const failing = useView(failures);
  const now = useNow((at) => at);
  // The counts of the status change several times a second.
  const { connection, isPaused, tone, word, text } = usePollingStatus({
    select: (status) => ({
      ...describeConnection({ status, failures: failing, answeredAt: failures.answeredAt, now }),
      connection: selectConnection(status, failing, failures.answeredAt !== undefined),
      // No button resumes from other pauses: the fleet resumes by itself when the page is visible or the network is back.
      isPaused: status.reason?.code === 'requested',
    }),
    equals: deepEqual,
  });
  return (
    <section className="line tight status-strip" aria-label="Polling" data-connection={connection} data-tone={tone}>
      <p className="status-line grow cut" title={`${word} ${text}`}>
        <strong className="status-word">{word}</strong>
        {text && <span> {text}</span>}
      </p>
      <Menu isQuiet label="Details">
        <StatusDetails failures={failing} />
      </Menu>
      <Button
        look="quiet"
        aria-label={isPaused ? 'Resume polling' : 'Pause polling'}
        onClick={() => (isPaused ? polling.resume() : polling.pause(PAUSE_REASON))}
      >
        <Icon name={isPaused ? 'play' : 'pause'} />
        <span className="wide-only">{isPaused ? 'Resume' : 'Pause'}</span>
      </Button>
      <RefreshButton />
    </section>
  );
}

function StatusDetails({ failures }: { readonly failures: PollFailures }): ReactElement {
  const status = usePollingStatus();
  const now = useNow((at) => at);
  return (
    <div className="card raised stack menu-body muted status-popover" tabIndex={-1}>
      {describeDetails({ status, failures, now }).map((line, index) => (
        <p key={index}>{line}</p>
      ))}
    </div>
  );
}

function RefreshButton(): ReactElement {
  const fleet = useFleet();
  const [isBusy, setBusy] = useState(false);

  async function refresh(): Promise<void> {
    setBusy(true);
    await Promise.allSettled([refreshAll(fleet), fleet.indices.refresh()]);
    setBusy(false);
  }

  const start = (): void => void (isBusy || refresh());
  const key = useShortcut('r', start);

  return (
    <Button
      look="quiet"
      aria-label="Refresh everything"
      aria-keyshortcuts={key}
      title={withKey('Refresh everything', key)}
      aria-disabled={isBusy}
      data-busy={isBusy}
      onClick={start}
    >
      <Icon name="refresh" />
      <span className="wide-only">Refresh</span>
    </Button>
  );
}
