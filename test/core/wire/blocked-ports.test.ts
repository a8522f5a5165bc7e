import { expect, test } from 'vitest';
import { isBlockedPort } from '../../../src/core/wire/base-url.js';

/** Tests only blocked ports: fetch would connect to any other port. */
const PORTS = [...Array(65_536).keys()].filter(isBlockedPort);

test('the blocked ports are the ports that fetch refuses on this platform', async () => {
  const causes = await Promise.all(
    PORTS.map((port) =>
      fetch(`https://127.0.0.1:${port}`).then(
        () => undefined,
        ({ cause }: { cause?: Error }) => `${port} ${cause?.message}`,
      ),
    ),
  );
  expect(PORTS).toHaveLength(83);
  // Node 20 does not block port 0 yet, but nothing listens there.
  expect(causes.slice(1)).toEqual(PORTS.slice(1).map((port) => `${port} bad port`));
});

test.each([2, 80, 443, 3000, 4870, 6379, 8080, 65_535])('port %i is not blocked', (port) => {
  expect(isBlockedPort(port)).toBe(false);
});
