import { useEffect, useRef, type ReactElement } from 'react';
import type { ThroughputSample } from '../../../../core/limits/throughput.js';
import { drawChart } from './draw-chart.js';

export interface ThroughputChartProps {
  /** Oldest first; at least one. */
  readonly points: readonly ThroughputSample[];
}

/** Throughput as a line over time. Hidden from screen readers, because the figure describes it as text. */
export function ThroughputChart({ points }: ThroughputChartProps): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<ReturnType<typeof drawChart>>(undefined);
  useEffect(() => {
    if (place.current === null) return undefined;
    const drawn = drawChart(place.current);
    chart.current = drawn;
    return () => drawn.destroy();
  }, []);
  useEffect(() => chart.current?.show(points), [points]);
  return <div className="detail-chart-canvas" ref={place} aria-hidden="true" />;
}
