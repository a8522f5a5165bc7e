/** The environment variables of the command. Secrets are read from them, because `ps` shows arguments to all users. */
export const usernameVariable = 'FLEETGLASS_USERNAME';
export const passwordVariable = 'FLEETGLASS_PASSWORD';
export const controlTokenVariable = 'FLEETGLASS_CONTROL_TOKEN';
/** The account of a monitor's server, which is not the account of the service. */
export const monitorUsernameVariable = 'FLEETGLASS_MONITOR_USERNAME';
export const monitorPasswordVariable = 'FLEETGLASS_MONITOR_PASSWORD';
/** The bearer token of a monitor's server, or a file with it. */
export const monitorTokenVariable = 'FLEETGLASS_MONITOR_TOKEN';
export const monitorTokenFileVariable = 'FLEETGLASS_MONITOR_TOKEN_FILE';
export const baseUrlVariable = 'FLEETGLASS_BASE_URL';
export const stateVariable = 'FLEETGLASS_STATE';
export const profileVariable = 'FLEETGLASS_PROFILE';
export const configVariable = 'FLEETGLASS_CONFIG';

/** The value of a variable, or an empty text. Ignores members that were added to `Object.prototype`. */
export function readVariable(env: NodeJS.ProcessEnv, name: string): string {
  return Object.hasOwn(env, name) ? (env[name] ?? '') : '';
}
