/** Runs as a separate process: sends three requests, prints their outcomes, and has nothing left to do. */
import { createManagementClient } from '../../../src/core/client/management-client.js';

const [, , baseUrl = ''] = process.argv;
const { signal } = new AbortController();
for (const timeoutMs of [500, 15_000, 15_000])
  await createManagementClient({ baseUrl, timeoutMs })
    .getDatabase('db-1', { signal })
    .then(
      (record) => console.log(record.database_id),
      (error: { readonly code: string }) => console.log(error.code),
    );
