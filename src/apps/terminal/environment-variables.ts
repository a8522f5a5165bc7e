/** The environment variables of the command. Secrets are read from them, because `ps` shows arguments to all users. */
export const variables = {
  username: 'FLEETGLASS_USERNAME',
  password: 'FLEETGLASS_PASSWORD',
  controlToken: 'FLEETGLASS_CONTROL_TOKEN',
  /** The account of a monitor's server, which is not the account of the service. */
  monitorUsername: 'FLEETGLASS_MONITOR_USERNAME',
  monitorPassword: 'FLEETGLASS_MONITOR_PASSWORD',
  /** The bearer token of a monitor's server, or a file with it. */
  monitorToken: 'FLEETGLASS_MONITOR_TOKEN',
  monitorTokenFile: 'FLEETGLASS_MONITOR_TOKEN_FILE',
  baseUrl: 'FLEETGLASS_BASE_URL',
  state: 'FLEETGLASS_STATE',
  profile: 'FLEETGLASS_PROFILE',
  config: 'FLEETGLASS_CONFIG',
} as const;

/** The value of a variable, or an empty text. Ignores members that were added to `Object.prototype`. */
export function readVariable(env: NodeJS.ProcessEnv, name: string): string {
  return Object.hasOwn(env, name) ? (env[name] ?? '') : '';
}
