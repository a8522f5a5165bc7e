import { passwordVariable, usernameVariable } from '../../terminal/environment-variables.js';

/**
 * Shell lines that ask the service as the account of the environment variables. The password is on no command line:
 * printf is the shell's own, and curl reads the header from its input. Unlike curl's configuration and netrc files
 * this needs no quoting, whatever the password holds.
 */
export function curlAsAccount(url: string): string[] {
  return [
    "printf '%s:%s' \\",
    `  "$${usernameVariable}" "$${passwordVariable}" |`,
    "  base64 | tr -d '\\n' |",
    "  sed 's/^/authorization: Basic /' |",
    `  curl -s -H @- ${url}`,
  ];
}
