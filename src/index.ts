export { createAnswerTexts, type AnswerTexts } from './core/api/answer-texts.js';
export type { CreateDatabaseRequest } from './core/api/create-database.js';
export { isCredentialField } from './core/api/credential-fields.js';
export type { Credentials, CredentialsSource } from './core/api/credentials.js';
export type { Database, DatabaseState, DatabaseWithCredentials } from './core/api/database.js';
export { decodeDatabase, decodeVectorIndices, type Decoded, type DecodedList } from './core/api/decode.js';
export type { Drift, DriftKind } from './core/api/drift.js';
export { exactInt64 } from './core/api/exact-int64.js';
export {
  createManagementClient,
  type CallOptions,
  type CreateDatabaseOptions,
  type GetDatabaseOptions,
  type ListVectorIndicesOptions,
  type ManagementClient,
  type ManagementClientOptions,
} from './core/api/management-client.js';
export { driftOf } from './core/api/provenance.js';
export { primaryRegions, readRegions } from './core/api/regions.js';
export type { Fetch } from './core/api/transport.js';
export type { IndexRecord, VectorIndex } from './core/api/vector-index.js';
export type { DatabaseCredentials, Databases, RefreshOptions } from './core/fleet/databases.js';
export type { Activity } from './core/effects/activity.js';
export type { PaceOptions, ViewOptions } from './core/effects/paced-views.js';
export type { PutOptions } from './core/effects/put-database.js';
export type { IndexListStatus } from './core/effects/index-list-status.js';
export type { FleetOptions } from './core/fleet/fleet-options.js';
export type { UnconfirmedCreate } from './core/effects/unconfirmed-creates.js';
export type { Persistence, StorageLoss, StorageRole, StorageStatus } from './core/fleet/persistence.js';
export type { EntrySnapshot, FleetSnapshot } from './core/fleet/fleet-snapshot.js';
export { createFleet, type Fleet, type FleetUsage } from './core/fleet/fleet.js';
export { hydrate } from './core/fleet/hydrate.js';
export type { Sharing } from './core/fleet/sharing.js';
export type {
  BulkUsageSource,
  SingleUsageSource,
  UsageSource,
  UsageSourceContext,
  UsageSourceError,
  UsageSourceStatus,
} from './core/fleet/usage-source.js';
export type { UsageSources } from './core/fleet/usage-sources.js';
export type { IndexCredentials, Indices } from './core/fleet/indices.js';
export {
  budgetDescription,
  limitCatalogue,
  type DatabaseLimit,
  type IndexLimit,
  type LimitDescription,
  type LimitField,
  type LimitKind,
  type LimitUnit,
} from './core/limits/catalogue.js';
export type { FleetLimits } from './core/limits/fleet-limits.js';
export type { FleetSummary } from './core/limits/fleet-summary.js';
export type { LimitTotal } from './core/limits/limit-totals.js';
export { limitUsage, type LimitUsage } from './core/limits/limit-usage.js';
export type { LimitStatus } from './core/limits/measure-limit.js';
export type { ReportOptions } from './core/limits/read-report.js';
export type { StatusCounts } from './core/limits/status-counts.js';
export { throughput, type Throughput, type ThroughputSample } from './core/limits/throughput.js';
export type { StatusLevels, Thresholds } from './core/limits/thresholds.js';
export type { UsageLedger, UsageValues } from './core/limits/usage-ledger.js';
export type { UsageHistory, UsagePoint } from './core/limits/usage-series.js';
export type { Usage, UsageEntry, UsageReading, UsageSample } from './core/limits/usage-sample.js';
export type { Polling } from './core/fleet/polling.js';
export { cadence, type Cadence, type CadenceFacts } from './core/polling/cadence.js';
export type { PollingOptions } from './core/polling/polling-options.js';
export type {
  PollingCondition,
  PollingOverload,
  PollingReason,
  PollingReasonCode,
  PollingStatus,
} from './core/polling/polling-status.js';
export type { SharingStatus } from './core/polling/poll-sharing.js';
export type { Absence, PresenceSource } from './core/polling/presence.js';
export type { StopCause } from './core/polling/verdict.js';
export { systemClock, type Clock } from './core/shared/clock.js';
export {
  FleetError,
  type FleetErrorCode,
  type FleetErrorFacts,
  type FleetIssue,
  type Operation,
} from './core/shared/fleet-error.js';
export type { ResourceKind } from './core/shared/resource-kind.js';
export { combine } from './core/state/combine.js';
export type { EntityViews } from './core/state/entity-views.js';
export type { Entry, EntryStatus } from './core/state/entry.js';
export type { View } from './core/state/view.js';
export { atRest, inState, isActive } from './core/api/database-state.js';
export type { RecentTransitionsOptions } from './core/transitions/recent-transitions.js';
export type { Transition } from './core/transitions/transition.js';
export type { Transitions, TransitionStream } from './core/transitions/transitions.js';
export type { WaitForOptions } from './core/transitions/wait-for.js';
