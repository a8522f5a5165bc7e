import { useState, type ReactElement } from 'react';
import { useDatabaseEntry, useFleet } from '../../../../bindings/react/index.js';
import { databaseGroups } from '../../../../format/database-groups.js';
import { limitNamed } from '../../../../core/limits/catalogue.js';
import { StateBadge } from '../databases/state-badge.js';
import { Panel, type DetailProps } from '../shell/panel.js';
import { textOf } from '../shell/text-of.js';
import { CopyButton } from './copy-button.js';
import { CredentialsNote } from './credentials-note.js';
import { DriftSection } from './drift-section.js';
import { EntryStatus } from './entry-status.js';
import { ExplainToggle } from './explain-toggle.js';
import { FieldGroups } from './field-groups.js';
import { HistorySection } from './history-section.js';
import { LimitSection } from './limit-section.js';
import { RefreshButton } from './refresh-button.js';
import { RemoveDatabase } from './remove-database.js';
import { selectFields } from './select-fields.js';
import { quoteForShell } from './credentials-note.js';

/** The name is in the heading. The limits have their own section. */
const SHOWN_SEPARATELY = ['database_name', ...Object.keys(limitNamed)];

/** The details panel of a database. */
export function DatabaseDetail({ id, onClose, onRemove }: DetailProps): ReactElement {
  const { databases } = useFleet();
  const entry = useDatabaseEntry(id);
  const [isExplained, setExplained] = useState(false);
  const { record, drift } = entry;
  const change = textOf(record?.modifying_state);
  return (
    <Panel
      title={textOf(record?.database_name || id)}
      subtitle={
        <div className="detail-subtitle">
          {record !== undefined && <StateBadge state={record.state} />}
          {change && <span className="chip">{change}</span>}
          <span className="mono cut">{textOf(id)}</span>
          <CopyButton text={id} name="id" />
        </div>
      }
      actions={<RefreshButton onRefresh={() => databases.refresh(id)} />}
      onClose={onClose}
    >
      <EntryStatus resource="database" entry={entry} />
      {record !== undefined && (
        <>
          <LimitSection
            resource="database"
            id={id}
            record={record}
            isExplained={isExplained}
            aside={<ExplainToggle isExplained={isExplained} onChange={setExplained} />}
          />
          <HistorySection id={id} />
          <DriftSection drift={drift} />
          <FieldGroups
            groups={selectFields(record, databaseGroups, SHOWN_SEPARATELY)}
            isExplained={isExplained}
            notes={{ Connection: <CredentialsNote command={`fleetglass get ${quoteForShell(id)} --show-secrets`} /> }}
          />
        </>
      )}
      {onRemove !== undefined && <RemoveDatabase id={id} onRemove={onRemove} />}
    </Panel>
  );
}
