export { createService, type Service } from './service.js';
export type { ServiceOptions } from './service-options.js';
export type { ListenOptions } from './http-server.js';
export type { Seed } from './seed.js';
export { readSeedFile } from './read-seed-file.js';
export {
  createControlClient,
  type ChangeOptions,
  type ControlClient,
  type ControlClientOptions,
  type ControlledIndices,
  type ControlledRecords,
} from './control-client.js';
export type { StoredRecord } from './account.js';
export { ControlError } from './control-error.js';
export type { InjectedFault } from './faults-decision.js';
export type { DelayFault, DropFault, Fault, FaultScope, GarbageFault, StatusFault, TruncateFault } from './faults.js';
export type { LoggedRequest } from './request-log.js';
export type { ScriptStep } from './scripted-changes-script.js';
