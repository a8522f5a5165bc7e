import { execute } from './execute.js';

/** A process in the output of `ps`. */
export interface ProcessLine {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

export async function listProcesses(): Promise<readonly ProcessLine[]> {
  const { stdout } = await execute('ps', ['-A', '-ww', '-o', 'pid=,ppid=,stat=,args=']);
  return [...stdout.matchAll(/^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/gm)].flatMap(
    ([, pid, parent, state = '', command = '']) =>
      // A zombie, whose parent has not read its exit code, has ended.
      state.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent), command }],
  );
}
