import type { ReactElement } from 'react';
import { usePollingStatus, useView } from '../../../../bindings/react/index.js';
import { describeCountdown } from '../../../../format/describe-duration.js';
import { formatCount } from '../../../../format/quantities.js';
import { useNow } from '../shell/now.js';
import type { ConnectionFacts } from './describe-connection.js';
import type { PollFailuresView } from './poll-failures.js';

export function StatusDetails({ failures }: { readonly failures: PollFailuresView }): ReactElement {
  const status = usePollingStatus();
  const failing = useView(failures);
  const now = useNow((at) => at);
  const lines = describeDetails({ status, failures: failing, now });
  return (
    <div className="menu-body status-popover" tabIndex={-1}>
      {lines.map((line, at) => (
        <p key={at}>{line}</p>
      ))}
    </div>
  );
}

export function describeDetails({ status, failures, now }: Omit<ConnectionFacts, 'answeredAt'>): readonly string[] {
  const { reason, due, inFlight, requestsLastMinute, nextDueAt, overloaded } = status;
  return [
    reason?.message,
    failures.latest && `Last error: ${failures.latest.message}`,
    `${formatCount(requestsLastMinute)} ${requestsLastMinute === 1 ? 'request' : 'requests'} in the last minute, ${formatCount(inFlight)} in flight, ${formatCount(due)} due.`,
    nextDueAt === undefined || due > 0 ? undefined : `Next poll in ${describeCountdown(nextDueAt, now)}.`,
    overloaded &&
      `${formatCount(overloaded.askedPerSecond)} requests a second are wanted, ${formatCount(overloaded.allowedPerSecond)} are allowed: rows update less often.`,
  ].filter((line) => line !== undefined);
}
