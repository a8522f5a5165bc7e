import type { ReactElement } from 'react';
import { useLimits } from '../../../../bindings/react/index.js';
import { selectWorst } from '../../../../format/attention.js';
import { describeLimit, describeShare, describeUse } from '../../../../format/describe-use.js';
import type { LimitField, ResourceKind } from '../../../../index.js';
import type { Column } from '../grid/rows.js';
import { LimitMeter } from '../limits/limit-meter.js';
import { part } from '../shell/part.js';

// The first view does not need it, because no usage is known then.
const Sparkline = part(async () => (await import('./sparkline.js')).Sparkline);

interface UsageCellProps {
  readonly resource: ResourceKind;
  readonly id: string;
  /** The limit that is shown while no use is known. */
  readonly fallback: LimitField;
}

/** The columns of the fullest limit and its trend. @param limit it is shown while no use is known */
export function usageColumns(resource: ResourceKind, limit: LimitField, titleWithoutUsage: string): readonly Column[] {
  return [
    {
      key: 'usage',
      title: 'Usage',
      titleWithoutUsage,
      width: 'minmax(13rem, 1.4fr)',
      explanation: 'The limit with the largest used share',
      isLargestFirst: true,
      Cell: ({ id }) => <UsageCell resource={resource} id={id} fallback={limit} />,
    },
    {
      key: 'trend',
      title: 'Trend',
      width: '6rem',
      isFixed: true,
      Cell: ({ id }) => <TrendCell resource={resource} id={id} />,
    },
  ];
}

function UsageCell({ resource, id, fallback }: UsageCellProps): ReactElement {
  const worst = useLimits(resource, id, { select: selectWorst });
  if (worst === undefined) return <LimitOnly resource={resource} id={id} fallback={fallback} />;
  return (
    <span className="stack usage">
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

function TrendCell({ resource, id }: Pick<UsageCellProps, 'resource' | 'id'>): ReactElement | null {
  const worst = useLimits(resource, id, { select: selectWorst });
  return worst === undefined ? null : <Sparkline usage={worst} />;
}

/** The limit itself, while its use is not known. The words are not shown where no row has usage. */
function LimitOnly({ resource, id, fallback }: UsageCellProps): ReactElement {
  const usage = useLimits(resource, id, { select: (limits) => limits.find(({ field }) => field === fallback) });
  const limit = usage?.limit === undefined ? '' : describeLimit(usage.limit, usage.unit);
  return (
    <>
      <div className="limit-alone">{limit}</div>
      <div className="muted usage-absent">not reported</div>
      <div className="note faint cut usage-absent">{limit && `${usage?.name}, up to ${limit}`}</div>
    </>
  );
}
