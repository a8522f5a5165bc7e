export { createService, type Service } from './service.js';
export type { ServiceOptions } from './service-options.js';
export type { ListenOptions } from './http-server.js';
export type { Seed } from './seed.js';
export { readSeedFile } from './read-seed-file.js';
export * from './control-client.js';
