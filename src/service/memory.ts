export { createMemoryService, type MemoryService } from './memory-service.js';
export type { MemoryServiceOptions } from './service-options.js';
export type { Seed, Seeded, SeededRecord } from './account/seed.js';
export {
  ControlError,
  createControlClient,
  type ChangeOptions,
  type ControlClient,
  type ControlClientOptions,
  type ControlledIndices,
  type ControlledRecords,
} from './control/control-client.js';
export type { StoredRecord } from './account/record-store.js';
export type {
  DelayFault,
  DropFault,
  Fault,
  FaultScope,
  GarbageFault,
  InjectedFault,
  StatusFault,
  TruncateFault,
} from './traffic/fault.js';
export type { LoggedRequest } from './traffic/traffic.js';
export type { ScriptStep } from './control/script.js';
