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
export type { VectorIndex } from './api/vector-index.js';
export { systemClock, type Clock } from './shared/clock.js';
export {
  FleetError,
  type FleetErrorCode,
  type FleetErrorFacts,
  type FleetIssue,
  type Operation,
} from './shared/fleet-error.js';
