export { createAnswerTexts, type AnswerTexts } from './api/answer-texts.js';
export type { CreateDatabaseRequest } from './api/create-database.js';
export { isCredentialField } from './api/credential-fields.js';
export type { Credentials, CredentialsSource } from './api/credentials.js';
export type { Database, DatabaseState, DatabaseWithCredentials } from './api/database.js';
export { decodeDatabase, decodeVectorIndices, type Decoded, type DecodedList } from './api/decode.js';
export type { Drift, DriftKind } from './api/drift.js';
export { exactInt64 } from './api/exact-int64.js';
export {
  createManagementClient,
  type CallOptions,
  type CreateDatabaseOptions,
  type GetDatabaseOptions,
  type ListVectorIndicesOptions,
  type ManagementClient,
  type ManagementClientOptions,
} from './api/management-client.js';
export { driftOf } from './api/provenance.js';
export { primaryRegions, readRegions } from './api/regions.js';
export type { Fetch } from './api/transport.js';
export type { IndexRecord, VectorIndex } from './api/vector-index.js';
export type { DatabaseCredentials, Databases } from './databases.js';
export type { Activity } from './effects/activity.js';
export type { IndexListStatus } from './effects/list-vector-indices.js';
export type { FleetOptions } from './fleet-options.js';
export type { EntrySnapshot, FleetSnapshot } from './fleet-snapshot.js';
export { createFleet, type Fleet } from './fleet.js';
export type { IndexCredentials, Indices } from './indices.js';
export {
  budgetDescription,
  limitCatalogue,
  type DatabaseLimit,
  type IndexLimit,
  type LimitDescription,
  type LimitField,
  type LimitKind,
  type LimitUnit,
} from './limits/catalogue.js';
export type { FleetLimits } from './limits/fleet-limits.js';
export type { FleetSummary } from './limits/fleet-summary.js';
export type { LimitTotal } from './limits/limit-totals.js';
export { limitUsage, type LimitUsage } from './limits/limit-usage.js';
export type { LimitStatus } from './limits/measure-limit.js';
export type { ReportOptions } from './limits/read-report.js';
export type { StatusCounts } from './limits/status-counts.js';
export { throughput, type Throughput, type ThroughputSample } from './limits/throughput.js';
export type { StatusLevels, Thresholds } from './limits/thresholds.js';
export type { UsageLedger, UsageValues } from './limits/usage-ledger.js';
export type { UsageEntry, UsageReading, UsageSample } from './limits/usage-sample.js';
export type { Polling } from './polling.js';
export { cadence, type Cadence, type CadenceFacts } from './polling/cadence.js';
export type { PollingOptions } from './polling/polling-options.js';
export type { PollingCondition, PollingReason, PollingStatus } from './polling/polling-status.js';
export { systemClock, type Clock } from './shared/clock.js';
export {
  FleetError,
  type FleetErrorCode,
  type FleetErrorFacts,
  type FleetIssue,
  type Operation,
} from './shared/fleet-error.js';
export type { ResourceKind } from './shared/resource-kind.js';
export { combine } from './state/combine.js';
export type { EntityViews } from './state/entity-views.js';
export type { Entry, EntryStatus } from './state/entry.js';
export type { View } from './state/view.js';
export { atRest } from './transitions/at-rest.js';
export { inState } from './transitions/in-state.js';
export { isActive } from './transitions/is-active.js';
export type { RecentTransitionsOptions } from './transitions/recent-transitions.js';
export type { Transition } from './transitions/transition.js';
export type { Transitions, TransitionStream } from './transitions/transitions.js';
export type { WaitForOptions } from './transitions/wait-for.js';
