/**
 * The credentials of the demonstration. They are public, because the service of `fleetglass demo` listens on loopback and
 * holds demonstration data only.
 */
export const demoCredentials = { username: 'demo', password: 'demo' } as const;
