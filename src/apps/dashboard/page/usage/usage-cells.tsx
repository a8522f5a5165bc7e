import { type ReactElement, Suspense } from 'react';
import { useLimits } from '../../../../bindings/react/index.js';
import { selectWorst } from '../../../../format/attention.js';
import { describeLimit, describeShare, describeUse } from '../../../../format/describe-use.js';
import type { LimitField, LimitUsage, ResourceKind } from '../../../../index.js';
import { LimitMeter } from '../limits/limit-meter.js';
import { part } from '../shell/part.js';

// No usage is known at the first view.
const Sparkline = part(async () => (await import('./sparkline.js')).Sparkline);

export interface UsageCellProps {
  readonly resource: ResourceKind;
  readonly id: string;
  /** The limit that is shown while no use is known. */
  readonly fallback: LimitField;
}

function useWorstLimit(resource: ResourceKind, id: string): LimitUsage | undefined {
  return useLimits(resource, id, {
    select: selectWorst,
    equals: (a, b) => a?.field === b?.field && a?.ratio === b?.ratio && a?.status === b?.status,
  });
}

export function UsageCell({ resource, id, fallback }: UsageCellProps): ReactElement {
  const worst = useWorstLimit(resource, id);
  if (worst?.ratio === undefined) return <LimitOnly resource={resource} id={id} fallback={fallback} />;
  return (
    <span className="usage">
      <LimitMeter usage={worst} />
      <span className="share" data-ink={worst.status}>
        {describeShare(worst.ratio)}
      </span>
      <span className="usage-words note cut">
        {worst.name} <span className="faint">{describeUse(worst)}</span>
      </span>
    </span>
  );
}

export function TrendCell({ resource, id }: Pick<UsageCellProps, 'resource' | 'id'>): ReactElement {
  const worst = useWorstLimit(resource, id);
  return <Suspense>{worst !== undefined && <Sparkline usage={worst} />}</Suspense>;
}

/** The limit itself, while its use is not known. The words are not shown where no row has usage. */
function LimitOnly({ resource, id, fallback }: UsageCellProps): ReactElement {
  const usage = useLimits(resource, id, {
    select: (limits) => limits.find(({ field }) => field === fallback),
    equals: (a, b) => a?.limit === b?.limit,
  });
  const limit = usage?.limit === undefined ? '' : describeLimit(usage.limit, usage.unit);
  return (
    <>
      <div className="limit-alone">{limit}</div>
      <div className="muted usage-absent">not reported</div>
      <div className="note faint cut usage-absent">{limit && `${usage?.name}, up to ${limit}`}</div>
    </>
  );
}
