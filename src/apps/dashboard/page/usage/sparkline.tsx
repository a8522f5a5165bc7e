import { usageHistoryOf } from '../../../../core/limits/usage.js';
import { useMemo, type ReactElement } from 'react';
import { useFleet, useView } from '../../../../bindings/react/index.js';
import { describeDuration } from '../../../../format/describe-duration.js';
import { describeAmount } from '../../../../format/describe-use.js';
import type { LimitField, LimitUsage, ResourceKind, UsagePoint } from '../../../../index.js';
import { sparkPaths } from './spark-path.js';

const WIDTH = 96;
const HEIGHT = 24;

export interface SparklineProps {
  readonly usage: Pick<LimitUsage, 'resource' | 'id' | 'field' | 'name' | 'unit' | 'limit' | 'status'>;
}

/** The recent use of a limit as a small line. A line needs two points. Only rows on the page subscribe to their history. */
export function Sparkline({ usage }: SparklineProps): ReactElement | null {
  const { resource, id, field, name, unit, limit, status } = usage;
  const points = useHistory(resource, id, field);
  const bound = typeof limit === 'number' ? limit : undefined;
  const paths = useMemo(() => sparkPaths(points, { width: WIDTH, height: HEIGHT, limit: bound }), [points, bound]);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2) return null;
  const span = `${name}, last ${describeDuration(last.at - first.at)}`;
  const label = `${span}: ${describeAmount(first.used, unit)} to ${describeAmount(last.used, unit)}`;
  return (
    <svg
      className="sparkline"
      role="img"
      aria-label={label}
      data-status={status}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
    >
      <path className="spark-area" d={paths.area} />
      {paths.limitY !== undefined && <path className="spark-limit" d={`M0 ${paths.limitY}h${WIDTH}`} />}
      <path className="spark-line" d={paths.line} />
    </svg>
  );
}

const NO_POINTS: readonly UsagePoint[] = [];

function useHistory(resource: ResourceKind, id: string, field: LimitField): readonly UsagePoint[] {
  const fleet = useFleet();
  const view = useMemo(() => usageHistoryOf(fleet, resource, id), [fleet, resource, id]);
  return useView(view, (history) => (history as Readonly<Record<string, readonly UsagePoint[]>>)[field]) ?? NO_POINTS;
}
