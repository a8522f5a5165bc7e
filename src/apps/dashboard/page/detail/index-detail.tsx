import { type ReactElement, useMemo } from 'react';
import { useFleet, useLimits, useView } from '../../../../bindings/react/index.js';
import { indexGroups } from '../../../../format/index-groups.js';
import { limitNamed } from '../../../../core/limits/catalogue.js';
import { LimitMeter } from '../limits/limit-meter.js';
import { planNameOf, textOf, wordOf } from '../shell/names.js';
import { ActivitySection } from './activity-section.js';
import { ConnectSection } from './connect-section.js';
import { indexLines } from '../../../../format/connection-lines.js';
import { describeRegion, DetailPanel, type DetailProps } from './detail-panel.js';
import { AllFields, LimitSection } from './fields.js';
import { limitWords } from './limit-words.js';
import { showValue } from './select-fields.js';
import { ThroughputSection } from './throughput-section.js';
import { UsageSection } from './usage-section.js';

/** The name is in the heading. The endpoint, the limits and the throughput have their own sections. */
const SHOWN_SEPARATELY = ['name', 'endpoint', 'throughput_vector', ...Object.keys(limitNamed)];

export function IndexDetail({ id, onClose }: DetailProps): ReactElement {
  const { indices } = useFleet();
  const entry = useView(useMemo(() => indices.entry(id), [indices, id]));
  const { record } = entry;
  return (
    <DetailPanel
      resource="index"
      id={id}
      entry={entry}
      title={textOf(record?.name || id)}
      facts={[
        wordOf(textOf(record?.index_type)),
        planNameOf(textOf(record?.type)),
        describeRegion(textOf(record?.region)),
      ]}
      onRefresh={() => indices.refresh()}
      onClose={onClose}
    >
      {record !== undefined && (
        <>
          <VectorsHeadline id={id} record={record} />
          <UsageSection resource="index" id={id} record={record} />
          <ConnectSection
            facts={[['REST endpoint', showValue(record.endpoint, 'text').text, true]]}
            endpoint={record.endpoint}
            lines={indexLines(record.endpoint)}
            secret="tokens"
            secretsCommand="fleetglass indices --show-secrets"
          />
          <ThroughputSection index={record} />
          <LimitSection resource="index" id={id} record={record} />
          <ActivitySection resource="index" id={id} />
          <AllFields record={record} groups={indexGroups} excluded={SHOWN_SEPARATELY} />
        </>
      )}
    </DetailPanel>
  );
}

function VectorsHeadline({ id, record }: { readonly id: string; readonly record: object }): ReactElement | null {
  const usage = useLimits('index', id).find(({ field }) => field === 'max_vector_count');
  if (usage?.limit === undefined) return null;
  const { used, limit, share, exact } = limitWords(usage, record);
  return (
    <div className="detail-headline" title={exact}>
      {used === undefined ? (
        <p className="line baseline muted">
          Room for <strong>{limit}</strong> vectors
        </p>
      ) : (
        <p className="line wrap baseline muted">
          <strong>{used}</strong> of {limit} vectors
          {share !== undefined && <span data-ink={usage.status}>{share}</span>}
        </p>
      )}
      {share !== undefined && <LimitMeter usage={usage} />}
    </div>
  );
}
