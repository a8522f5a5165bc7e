import type { ReactElement } from 'react';
import { useLimits } from '../../../../bindings/react/index.js';
import { selectWorst } from '../../../../format/attention.js';
import { describeLimit, describeShare, describeUse } from '../../../../format/describe-use.js';
import type { LimitField, LimitUsage, ResourceKind } from '../../../../index.js';
import type { Column } from '../grid/rows.js';
import { LimitMeter } from '../limits/limit-meter.js';
import { part } from '../shell/part.js';

// The first view does not need it, because no usage is known then.
const Sparkline = part(async () => (await import('./sparkline.js')).Sparkline);

/** The columns of the fullest limit and its trend. @param limit it is shown while no use is known */
export function usageColumns(resource: ResourceKind, limit: LimitField, titleWithoutUsage: string): readonly Column[] {
  const selectShown = (limits: readonly LimitUsage[]): LimitUsage | undefined =>
    selectWorst(limits) ?? limits.find(({ field }) => field === limit);
  return [
    {
      key: 'usage',
      title: 'Usage',
      titleWithoutUsage,
      width: 'minmax(13rem, 1.4fr)',
      explanation: 'The limit with the largest used share',
      isLargestFirst: true,
      Cell: function UsageCell({ id }) {
        return renderUsage(useLimits(resource, id, { select: selectShown }));
      },
    },
    {
      key: 'trend',
      title: 'Trend',
      width: '6rem',
      isFixed: true,
      Cell: function TrendCell({ id }) {
        const worst = useLimits(resource, id, { select: selectWorst });
        return worst && <Sparkline usage={worst} />;
      },
    },
  ];
}

function renderUsage(usage: LimitUsage | undefined): ReactElement {
  if (usage?.ratio === undefined) {
    const limit = usage?.limit === undefined ? '' : describeLimit(usage.limit, usage.unit);
    // The words are not shown where no row has usage.
    return (
      <>
        <div className="limit-alone">{limit}</div>
        <div className="muted usage-absent">not reported</div>
        <div className="note faint cut usage-absent">{limit && `${usage?.name}, up to ${limit}`}</div>
      </>
    );
  }
  return (
    <span className="stack usage">
      <LimitMeter usage={usage} />
      <span className="share" data-ink={usage.status}>
        {describeShare(usage.ratio)}
      </span>
      <span className="usage-words note cut">
        {usage.name} <span className="faint">{describeUse(usage)}</span>
      </span>
    </span>
  );
}
