export * from './memory.js';
export { createService, type Service } from './service.js';
export type { ServiceOptions } from './service-options.js';
export type { ListenOptions } from '../http/http-server.js';
export { readSeedFile } from './read-seed-file.js';
