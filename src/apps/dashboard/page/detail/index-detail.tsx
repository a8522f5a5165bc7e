import { useMemo, useState, type ReactElement } from 'react';
import { useFleet, useView } from '../../../../bindings/react/index.js';
import { indexGroups } from '../../../../format/index-groups.js';
import { limitNamed } from '../../../../core/limits/catalogue.js';
import { Panel, type DetailProps } from '../shell/panel.js';
import { textOf } from '../shell/text-of.js';
import { CopyButton } from './copy-button.js';
import { CredentialsNote } from './credentials-note.js';
import { DriftSection } from './drift-section.js';
import { EntryStatus } from './entry-status.js';
import { ExplainToggle } from './explain-toggle.js';
import { FieldGroups } from './field-groups.js';
import { LimitSection } from './limit-section.js';
import { RefreshButton } from './refresh-button.js';
import { selectFields } from './select-fields.js';
import { ThroughputSection } from './throughput-section.js';

/** The name is in the heading. Limits and throughput have their own sections. */
const SHOWN_SEPARATELY = ['name', 'throughput_vector', ...Object.keys(limitNamed)];

/** The details panel of a vector index. */
export function IndexDetail({ id, onClose }: DetailProps): ReactElement {
  const { indices } = useFleet();
  const entry = useView(useMemo(() => indices.entry(id), [indices, id]));
  const [isExplained, setExplained] = useState(false);
  const { record, drift } = entry;
  return (
    <Panel
      title={textOf(record?.name || id)}
      subtitle={
        <div className="detail-subtitle">
          <span className="mono cut">{id}</span>
          <CopyButton text={id} name="id" />
        </div>
      }
      actions={<RefreshButton onRefresh={() => indices.refresh()} />}
      onClose={onClose}
    >
      <EntryStatus resource="index" entry={entry} />
      {record !== undefined && (
        <>
          <ThroughputSection index={record} />
          <LimitSection
            resource="index"
            id={id}
            record={record}
            isExplained={isExplained}
            aside={<ExplainToggle isExplained={isExplained} onChange={setExplained} />}
          />
          <DriftSection drift={drift} />
          <FieldGroups
            groups={selectFields(record, indexGroups, SHOWN_SEPARATELY)}
            isExplained={isExplained}
            notes={{ Connection: <CredentialsNote command="fleetglass indices --show-secrets" /> }}
          />
        </>
      )}
    </Panel>
  );
}
