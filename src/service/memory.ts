export { createMemoryService, type MemoryService } from './memory-service.js';
export type { MemoryServiceOptions } from './service-options.js';
export type { Seed, Seeded, SeededRecord } from './account/seed.js';
export {
  createControlClient,
  type ChangeOptions,
  type ControlClient,
  type ControlClientOptions,
  type ControlledIndices,
  type ControlledRecords,
} from './control/control-client.js';
export type { StoredRecord } from './account/stored-record.js';
export { ControlError } from './control/control-error.js';
export type { InjectedFault } from './traffic/decide-faults.js';
export type {
  DelayFault,
  DropFault,
  Fault,
  FaultScope,
  GarbageFault,
  StatusFault,
  TruncateFault,
} from './traffic/fault.js';
export type { LoggedRequest } from './traffic/request-log.js';
export type { ScriptStep } from './control/script.js';
