export type { AccountCredentials, AccountCredentialsSource } from './account-credentials.js';
export type { Authorization, Authorize } from './admit.js';
export type { FilterIndices } from './filter-indices.js';
export { createProxyHandler, type ProxyHandler } from './proxy-handler.js';
export type { ProxyOptions } from './proxy-options.js';
export type { ProxyCall } from './route.js';
