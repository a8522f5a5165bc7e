import { driftOf } from '../../../../index.js';
import type { ReactElement } from 'react';
import { useDatabaseEntry, useFleet } from '../../../../bindings/react/index.js';
import type { Database } from '../../../../index.js';
import { databaseGroups } from '../../../../format/database-groups.js';
import { limitNamed } from '../../../../core/limits/catalogue.js';
import { Panel, type DetailProps } from '../shell/panel.js';
import { textOf } from '../shell/text-of.js';
import { ConnectSection } from './connect-section.js';
import { databaseLines, describeTls } from './connection-lines.js';
import { DetailId } from './detail-id.js';
import { DriftSection } from './drift-section.js';
import { EntryStatus, Freshness } from './entry-status.js';
import { ExpandButton } from './expand-button.js';
import { FieldGroups } from './field-groups.js';
import { HistorySection } from './history-section.js';
import { LimitSection } from './limit-section.js';
import { quoteForShell } from './quote-for-shell.js';
import { RefreshButton } from './refresh-button.js';
import { RemoveDatabase } from './remove-database.js';
import { describeDatabase } from './describe-resource.js';
import { selectFields } from './select-fields.js';
import { showValue } from './shown-field.js';
import { StateNotices, StatePill } from './state-notices.js';
import { UsageSection } from './usage-section.js';
import { useIsDown } from '../polling/use-connection.js';

/** The name is in the heading. The connection and the limits have their own sections. */
const SHOWN_SEPARATELY = ['database_name', 'endpoint', 'port', 'tls', ...Object.keys(limitNamed)];

/** The details panel of a database. */
export function DatabaseDetail({ id, onClose, onRemove }: DetailProps): ReactElement {
  const { databases } = useFleet();
  const entry = useDatabaseEntry(id);
  const isDown = useIsDown();
  const { record, status } = entry;
  const drift = record === undefined ? [] : driftOf(record);
  const name = textOf(record?.database_name || id);
  return (
    <Panel
      title={name}
      subtitle={
        <div className="detail-subtitle">
          {record !== undefined && <StatePill state={record.state} isStale={isDown || status !== 'fresh'} />}
          {record !== undefined && <span className="detail-facts">{describeDatabase(record)}</span>}
          <DetailId id={id} />
          <Freshness resource="database" entry={entry} isDown={isDown} />
        </div>
      }
      actions={
        <>
          <RefreshButton onRefresh={() => databases.refresh(id)} />
          <ExpandButton />
        </>
      }
      onClose={onClose}
    >
      <EntryStatus resource="database" entry={entry} isDown={isDown}>
        {record !== undefined && <StateNotices id={id} record={record} />}
      </EntryStatus>
      {record !== undefined && (
        <>
          <Connect id={id} record={record} />
          <UsageSection resource="database" id={id} record={record} />
          <LimitSection resource="database" id={id} record={record} />
          <HistorySection id={id} />
          <FieldGroups groups={selectFields(record, databaseGroups, SHOWN_SEPARATELY)}>
            <DriftSection drift={drift} />
          </FieldGroups>
        </>
      )}
      {onRemove !== undefined && (
        <RemoveDatabase id={id} name={name} isMissing={status === 'missing'} onRemove={onRemove} />
      )}
    </Panel>
  );
}

function Connect({ id, record }: { readonly id: string; readonly record: Database }): ReactElement {
  const { endpoint, port, tls } = record;
  return (
    <ConnectSection
      facts={[
        ['Endpoint', showValue(endpoint, 'text').text],
        ['Port', showValue(port, 'number').text],
        ['TLS', describeTls(tls)],
      ]}
      copied={['Endpoint', 'Port']}
      endpoint={endpoint}
      lines={databaseLines(record)}
      secret="password"
      secretsCommand={`fleetglass get ${quoteForShell(id)} --show-secrets`}
    />
  );
}
