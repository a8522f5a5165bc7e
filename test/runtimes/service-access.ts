/** What the local service that the public face is tested with expects of its callers. */
export const serviceAccess = {
  credentials: { username: 'me@example.com', password: 'correct horse battery' },
  controlToken: 'let-me-in',
};
