/** The requirements of the local service that the public API is tested with. */
export const serviceAccess = {
  credentials: { username: 'me@example.com', password: 'correct horse battery' },
  controlToken: 'let-me-in',
};
