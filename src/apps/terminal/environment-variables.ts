/** Names of the environment variables that the command reads. Secrets come from here, never from an argument: `ps` shows those. */
export const usernameVariable = 'FLEETGLASS_USERNAME';
export const passwordVariable = 'FLEETGLASS_PASSWORD';
/** Opens the control face of the local service. */
export const controlTokenVariable = 'FLEETGLASS_CONTROL_TOKEN';
export const baseUrlVariable = 'FLEETGLASS_BASE_URL';

/** The value of a variable; empty where it is not set. A member that `Object.prototype` was given is not a variable. */
export function readVariable(env: NodeJS.ProcessEnv, name: string): string {
  return Object.hasOwn(env, name) ? (env[name] ?? '') : '';
}
