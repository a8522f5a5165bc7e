import { type ReactElement, Suspense } from 'react';
import { useLimits } from '../../../../bindings/react/index.js';
import { describeLimit, describeShare, describeUse } from '../../../../format/describe-use.js';
import type { LimitField, ResourceKind } from '../../../../index.js';
import { LimitMeter, looksSame, selectWorstLimit } from '../limits/worst-limit.js';
import { part } from '../shell/part.js';

// No usage is known at the first view.
const Sparkline = part(async () => (await import('./sparkline.js')).Sparkline);

export interface UsageCellsProps {
  readonly resource: ResourceKind;
  readonly id: string;
  readonly fallback: LimitField;
}

export function UsageCells({ resource, id, fallback }: UsageCellsProps): ReactElement {
  const worst = useLimits(resource, id, { select: selectWorstLimit, equals: looksSame });
  return (
    <>
      <div role="gridcell" data-column="usage">
        {worst?.ratio === undefined ? (
          <LimitOnly resource={resource} id={id} field={fallback} />
        ) : (
          <span className="usage">
            <LimitMeter usage={worst} />
            <span className="share" data-ink={worst.status}>
              {describeShare(worst.ratio)}
            </span>
            <span className="usage-words note cut">
              {worst.name} <span className="faint">{describeUse(worst)}</span>
            </span>
          </span>
        )}
      </div>
      <div role="gridcell" data-column="trend">
        {worst !== undefined && (
          <Suspense>
            <Sparkline usage={worst} />
          </Suspense>
        )}
      </div>
    </>
  );
}

interface LimitOnlyProps {
  readonly resource: ResourceKind;
  readonly id: string;
  readonly field: LimitField;
}

/** The limit itself, while its use is not known. The words are not shown where no row has usage. */
function LimitOnly({ resource, id, field }: LimitOnlyProps): ReactElement {
  const usage = useLimits(resource, id, {
    select: (limits) => limits.find((limit) => limit.field === field),
    equals: (a, b) => a?.limit === b?.limit,
  });
  const limit = usage?.limit === undefined ? '' : describeLimit(usage.limit, usage.unit);
  return (
    <>
      <span className="cell-line limit-alone">{limit}</span>
      <span className="cell-line muted usage-absent">not reported</span>
      <span className="cell-note faint cut usage-absent">{limit && `${usage?.name}, up to ${limit}`}</span>
    </>
  );
}
