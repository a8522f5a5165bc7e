import * as fleetglass from 'fleetglass';
import * as proxy from 'fleetglass/proxy';
import * as service from 'fleetglass/service';

/** The variables of every fragment, as in a complete program. */
const SCOPE = `
const baseUrl = process.env['FLEETGLASS_BASE_URL'] ?? '';
const credentials = { username: 'demo', password: 'demo' };
const control = createControlClient({ baseUrl, token: 'let-me-in' });
const client = createManagementClient({ baseUrl, credentials });
const fleet = createFleet({ baseUrl, credentials });
const handler = createProxyHandler({ baseUrl, credentials, mountPath: '/fleet', authorize: () => true });
const [{ database_id: id }] = (await control.databases.list()) as [{ database_id: string }];
const [index] = (await client.listVectorIndices()) as [VectorIndex];
const database = await client.getDatabase(id);
const at = Date.now();
`;

/** Converts a fragment into a program: adds the missing imports of this package, and the variables in scope. */
export function frameFragment(source: string): string {
  const lines = source.split('\n');
  const own = lines.filter(isImport);
  const rest = lines.filter((line) => !isImport(line)).join('\n');
  const taken = own.join('\n');
  const left = (module: object): string =>
    Object.keys(module)
      .filter((name) => !new RegExp(`\\b${name}\\b`).test(taken))
      .join(', ');
  return `${taken}
import { ${left(fleetglass)} } from 'fleetglass';
import type { VectorIndex } from 'fleetglass';
import { ${left(proxy)} } from 'fleetglass/proxy';
import { ${left(service)} } from 'fleetglass/service';
${SCOPE}
async function fragment(): Promise<unknown> {
${rest}
return undefined;
}
try {
  await fragment();
} finally {
  fleet.dispose();
}
`;
}

function isImport(line: string): boolean {
  return line.startsWith('import ');
}
