import type { StorageEngine } from '../../persistence/engine.js';

/**
 * Keeps alerts and undelivered events over restarts: a directory of `openMonitorState`. It uses the journal of
 * `fleetglass/persistence/directory`, with its checksums and its two files.
 */
export type MonitorState = Pick<StorageEngine, 'read' | 'write' | 'close'>;
