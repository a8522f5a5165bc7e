import { join } from 'node:path';

export const socketPathIn = (state: string): string => join(state, 'control.sock');

/** The address of a socket has 108 bytes on Linux and 104 elsewhere. The last byte ends the text. */
const MAX_PATH_BYTES = process.platform === 'linux' ? 107 : 103;

/** The system cuts a longer path, or refuses it with an unclear error. */
export function socketPathProblem(path: string): string | undefined {
  const bytes = Buffer.byteLength(path);
  return bytes <= MAX_PATH_BYTES
    ? undefined
    : `the path of the socket ${path} has ${bytes} bytes, and the system allows ${MAX_PATH_BYTES}: choose a state directory with a shorter path`;
}
