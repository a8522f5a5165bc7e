import { expect, onTestFinished, test, vi } from 'vitest';
import { createFleet } from '../../../src/index.js';
import { tabs, type TabsOptions } from '../../../src/sharing/tabs/index.js';
import { eventually } from '../../support/eventually.js';
import { errorOf } from '../../support/failure-of.js';
import { sampleDatabase } from '../../support/sample-database.js';

const expected = 'expected one name for each user and account: 1 to 256 characters without control characters';

test.each([
  [{}, 'scope', `missing, ${expected}`],
  [{ scope: '' }, 'scope', expected],
  [{ scope: 'a\n' }, 'scope', expected],
  [{ scope: 'x'.repeat(257) }, 'scope', expected],
  [{ scope: 'a', name: 'b' }, 'name', 'unknown option, expected one of scope'],
])('invalid options are refused: %j', (options, path, message) => {
  expect(errorOf(() => tabs(options as TabsOptions))).toMatchObject({
    code: 'invalid-request',
    issues: [{ path, message }],
  });
});

class RefusedChannel {
  constructor() {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  }
}

const WITHOUT_LOCKS =
  'Web Locks are not available here, so this page cannot share its polls with other tabs. Serve the page over https.';
const ofPage = { location: new URL('https://app.example.com') };

test.each([
  ['without Web Locks', { ...ofPage, navigator: {} }, WITHOUT_LOCKS],
  ['on a server where Node has Web Locks', { navigator: { locks: {} } }, WITHOUT_LOCKS],
  [
    'whose browser refuses the channel',
    { ...ofPage, navigator: { locks: {} } },
    'The browser lets this page use no Web Locks, so it cannot share its polls with other tabs. A sandboxed frame needs allow-same-origin, and the user must not block the data of the site.',
  ],
])('a fleet %s polls alone', async (_, globals, message) => {
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  vi.stubGlobal('BroadcastChannel', RefusedChannel);
  onTestFinished(() => void vi.unstubAllGlobals());
  const sharing = tabs({ scope: 'acme:user-17' });
  const fetch = async (): Promise<Response> => Response.json(sampleDatabase);
  const fleet = createFleet({ baseUrl: 'https://api.example.com', sharing, fetch });
  const { database_id: id } = sampleDatabase;
  fleet.databases.add(id);
  await eventually(() => expect(fleet.databases.entry(id).value.status).toBe('fresh'));
  expect(fleet.polling.status.value.sharing).toEqual({ state: 'alone', members: 1, message });
  fleet.dispose();
  await sharing.close();
});
