/** The environment variables of the command. Secrets are read from them, because `ps` shows arguments to all users. */
export const usernameVariable = 'FLEETGLASS_USERNAME';
export const passwordVariable = 'FLEETGLASS_PASSWORD';
export const controlTokenVariable = 'FLEETGLASS_CONTROL_TOKEN';
export const baseUrlVariable = 'FLEETGLASS_BASE_URL';
export const stateVariable = 'FLEETGLASS_STATE';

/** The value of a variable, or an empty text. Ignores members that were added to `Object.prototype`. */
export function readVariable(env: NodeJS.ProcessEnv, name: string): string {
  return Object.hasOwn(env, name) ? (env[name] ?? '') : '';
}
