/** Runs as a separate process: sends one request, prints its outcome, and has nothing left to do. */
import { createManagementClient } from '../../../src/core/client/management-client.js';

const [baseUrl = '', timeoutMs] = process.argv.slice(2);
const client = createManagementClient({ baseUrl, timeoutMs: Number(timeoutMs) });
const { signal } = new AbortController();
client.getDatabase('db-1', { signal }).then(
  (record) => console.log(record.database_id),
  (error: { readonly code: string }) => console.log(error.code),
);
