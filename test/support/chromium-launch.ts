/** How tests start Chromium: it refuses to sandbox what root starts, and the shared memory of a container is small. */
export const chromiumLaunch = {
  // Where Debian has it. Playwright would download a Chromium of its own, and that no registry has.
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
};
