/** Launch options of Chromium: root cannot use its sandbox, and the shared memory of a container is small. */
export const chromiumLaunch = {
  // The path in Debian. Playwright would download its own Chromium, which no registry has.
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
};
