export { createAnswerTexts, type AnswerTexts } from './core/client/answer-texts.js';
export type { CreateDatabaseRequest } from './core/records/create-database.js';
export { isCredentialField } from './core/records/credential-fields.js';
export type { Credentials, CredentialsSource } from './core/wire/credentials.js';
export type { Database, DatabaseState, DatabaseWithCredentials } from './core/records/database.js';
export { decodeDatabase, decodeVectorIndices, type Decoded, type DecodedList } from './core/records/decode.js';
export type { Drift, DriftKind } from './core/records/drift.js';
export { exactInt64 } from './core/records/exact-int64.js';
export type {
  CallOptions,
  CreateDatabaseOptions,
  GetDatabaseOptions,
  ListVectorIndicesOptions,
} from './core/client/call-options.js';
export type { ManagementClientOptions } from './core/client/client-options.js';
export { createManagementClient, type ManagementClient } from './core/client/management-client.js';
export { driftOf } from './core/records/drift-of.js';
export { primaryRegions, readRegions } from './core/records/regions.js';
export type { Fetch } from './core/wire/transport.js';
export type { IndexRecord, VectorIndex } from './core/records/vector-index.js';
export type {
  DatabaseCredentials,
  Databases,
  PaceOptions,
  RefreshOptions,
  ViewOptions,
} from './core/fleet/databases.js';
export { activityOf, type Activity } from './core/fleet/activity.js';
export { createDatabase } from './core/fleet/create-database.js';
export { fetchCredentials } from './core/fleet/fetch-credentials.js';
export { refreshAll, type RefreshAllResult, type RefreshFailure } from './core/fleet/refresh-all.js';
export { resolveUnconfirmedCreate, unconfirmedCreatesOf } from './core/fleet/unconfirmed-creates.js';
export { upsertDatabase, type UpsertOptions } from './core/fleet/upsert-database.js';
export type { IndexListStatus } from './core/fleet/index-list.js';
export type { FleetOptions, Persistence, Sharing } from './core/fleet/fleet-options.js';
export type { StorageLoss, StorageRole, StorageStatus, UnconfirmedCreate } from './core/fleet/storage.js';
export type { EntrySnapshot, FleetSnapshot } from './core/fleet/fleet-snapshot.js';
export { createFleet, type Fleet, type Polling } from './core/fleet/fleet.js';
export { dehydrate, hydrate } from './core/fleet/snapshot.js';
export type {
  BulkUsageSource,
  SingleUsageSource,
  UsageSource,
  UsageSourceContext,
  UsageSourceError,
  UsageSourceStatus,
} from './core/limits/usage-source.js';
export { addUsageSource, usageSourcesOf } from './core/limits/usage-sources.js';
export type { IndexCredentials, Indices } from './core/fleet/indices.js';
export { type LimitKind, type LimitUnit } from './core/limits/catalogue.js';
export { limitCatalogue, type LimitDescription } from './core/limits/limit-catalogue.js';
export type { DatabaseLimit, IndexLimit, LimitField } from './core/records/limit-fields.js';
export { limitsOf } from './core/limits/limits-of.js';
export { limitSummaryOf } from './core/limits/limit-summary.js';
export type { FleetSummary, LimitTotal, StatusCounts } from './core/limits/fleet-summary.js';
export { limitUsage, type LimitUsage } from './core/limits/limit-usage.js';
export type { LimitStatus } from './core/limits/measure-limit.js';
export type { ReportOptions } from './core/limits/read-report.js';
export { throughputOf, type Throughput, type ThroughputSample } from './core/limits/throughput.js';
export type { StatusLevels, Thresholds } from './core/fleet/thresholds-option.js';
export { reportUsage } from './core/limits/report-usage.js';
export { usageHistoryOf, usageOf } from './core/limits/usage.js';
export type {
  Usage,
  UsageEntry,
  UsageHistory,
  UsagePoint,
  UsageReading,
  UsageSample,
  UsageValues,
} from './core/limits/usage-sample.js';
export { cadence, type PollFacts } from './core/polling/cadence.js';
export type { Cadence, CadenceFacts, PollingOptions } from './core/fleet/polling-options.js';
export type {
  PollingCondition,
  PollingOverload,
  PollingReason,
  PollingReasonCode,
  PollingStatus,
} from './core/polling/polling-status.js';
export type { SharingStatus } from './core/polling/key-owner.js';
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
export { combine } from './core/store/combine.js';
export type { Entry, EntryStatus } from './core/store/entry.js';
export type { EntityViews, View } from './core/store/view.js';
export { atRest, inState, isActive } from './core/records/database-state.js';
export type { RecentTransitionsOptions } from './core/fleet/transitions.js';
export type { Transition } from './core/fleet/transition.js';
export { transitionsOf, type Transitions, type TransitionStream } from './core/fleet/transitions.js';
export { waitFor, type WaitForOptions } from './core/fleet/wait-for.js';
