/** The credentials of the local service that tests the public API. */
export const serviceAccess = {
  credentials: { username: 'me@example.com', password: 'correct horse battery' },
  controlToken: 'let-me-in',
};
