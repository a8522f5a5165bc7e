import { type ReactElement, useMemo } from 'react';
import { useLimits, useView } from '../../../../bindings/react/index.js';
import type { Entry, ResourceKind } from '../../../../index.js';
import { isTrouble } from '../../../../format/describe-health.js';
import { type Health, healthNames } from '../../../../format/health.js';
import { entriesOf, useActivity } from '../server/activity.js';
import { useIsDown } from '../polling/connection.js';
import { usePage } from '../server/use-page.js';
import { Ago, Moment, useNow } from '../shell/time.js';
import { StateBadge } from '../shell/state-badge.js';
import { formatClock } from './chart/format-time.js';
import { Callout, TechnicalDetails } from './section.js';
import { selectProblems } from './select-problems.js';
import { useUsageHistory } from './use-usage-history.js';

const STEP_MS = 5000;

export function useProblems(resource: ResourceKind, id: string, entry: Entry<object>) {
  const isDown = useIsDown();
  const limits = useLimits(resource, id);
  const history = useUsageHistory(resource, id);
  const { alerts } = useView(usePage().alerts);
  const allActivity = useActivity();
  const now = useNow((at) => Math.floor(at / STEP_MS) * STEP_MS);
  return useMemo(() => {
    const activity = entriesOf(allActivity, { resource, id });
    const firing = (alerts ?? []).filter(
      (alert) => alert.resource === resource && alert.id === id && alert.state === 'firing',
    );
    return selectProblems({ resource, entry, isDown, limits, history, activity, alerts: firing, now });
  }, [resource, id, entry, isDown, limits, history, alerts, allActivity, now]);
}

/** One sentence for each problem. New ones are announced, changes of their numbers are not. */
export function ProblemList({ problems }: Pick<ReturnType<typeof selectProblems>, 'problems'>): ReactElement {
  return (
    <div className="detail-status" role="status" aria-label="Problems" aria-relevant="additions" aria-atomic={false}>
      {problems.map(({ key, tone, title, since, isBefore = false, text, confirmedAt, details }) => (
        <Callout key={key} tone={tone} title={title}>
          {since !== undefined && (
            <>
              , since {isBefore && 'before '}
              <Clock at={since} />
            </>
          )}
          {confirmedAt !== undefined && (
            <>
              , confirmed <Ago at={confirmedAt} />
            </>
          )}
          {text !== undefined && (since === undefined ? `. ${text}` : `; ${text}`)}
          <TechnicalDetails text={details} />
        </Callout>
      ))}
    </div>
  );
}

function Clock({ at }: { readonly at: number }): ReactElement {
  return <Moment at={at}>{useNow((now) => formatClock(at, now).replace(/(:\d\d):\d\d$/, '$1'))}</Moment>;
}

export interface ConditionProps {
  /** The state of a database. A vector index has none. */
  readonly state?: unknown;
  readonly isStale: boolean;
  readonly worst: Health | undefined;
}

/** The state, and the most urgent trouble beside it: `active` alone would hide that a limit is exceeded. */
export function Condition({ state, isStale, worst }: ConditionProps): ReactElement | null {
  const isTroubled = worst !== undefined && worst.kind !== 'inactive' && isTrouble(worst);
  if (state === undefined && !isTroubled) return null;
  return (
    <span className="line tight" data-troubled={isTroubled}>
      {state !== undefined && <StateBadge state={state} isStale={isStale} />}
      {isStale && state !== undefined && <span className="muted">last known</span>}
      {isTroubled && !isStale && (
        <span className="line state" data-kind={worst.kind}>
          {healthNames[worst.kind]}
        </span>
      )}
    </span>
  );
}
