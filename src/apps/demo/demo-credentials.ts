/**
 * The account of the demonstration. Public, on purpose: the service of `fleetglass demo` is on loopback, in memory,
 * and holds nothing but demonstration data. Used nowhere else.
 */
export const demoCredentials = { username: 'demo', password: 'demo' } as const;
