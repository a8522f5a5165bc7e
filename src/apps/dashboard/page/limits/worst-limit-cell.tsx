import type { ReactElement } from 'react';
import { useLimits } from '../../../../bindings/react/index.js';
import { describeShare } from '../../../../format/describe-use.js';
import type { ResourceKind } from '../../../../index.js';
import { LimitMeter } from './limit-meter.js';
import { looksSame, selectWorstLimit } from './worst-limit.js';

export interface WorstLimitCellProps {
  readonly resource: ResourceKind;
  readonly id: string;
}

/** The limit with the largest used share of a resource: a bar, the share and the name. */
export function WorstLimitCell({ resource, id }: WorstLimitCellProps): ReactElement {
  const worst = useLimits(resource, id, selectWorstLimit, looksSame);
  if (worst?.ratio === undefined) return <span className="worst-limit faint">not reported</span>;
  return (
    <span className="worst-limit">
      <LimitMeter usage={worst} />
      <span className="share" data-ink={worst.status}>
        {describeShare(worst.ratio)}
      </span>{' '}
      <span className="muted cut">{worst.name}</span>
    </span>
  );
}
