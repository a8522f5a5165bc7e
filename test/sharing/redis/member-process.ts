import { fork } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { buildWorker } from '../../support/build-worker.js';
import type { MemberReport, MemberTask } from './member-report.js';

/** A member in a process of its own, which can be killed and stopped. */
export interface MemberProcess {
  /** The latest report. */
  readonly report: MemberReport | undefined;
  readonly reports: readonly MemberReport[];
  readonly errorOutput: string;
  do(task: MemberTask): void;
  acquire(count: number): Promise<readonly number[]>;
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
  /** Resolves with the exit code when the process has ended. */
  readonly ended: Promise<number | null>;
}

/** Starts a member that joins the group of `scope`. Ends with the test. */
export async function startMemberProcess(url: string, scope: string): Promise<MemberProcess> {
  const worker = await buildWorker('test/sharing/redis/member-worker.ts');
  const child = fork(worker, [url, scope], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const reports: MemberReport[] = [];
  const answers: ((numbers: readonly number[]) => void)[] = [];
  let errorOutput = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => (errorOutput += chunk));
  child.on('message', (message: MemberReport | { readonly numbers: readonly number[] }) => {
    if ('numbers' in message) answers.shift()?.(message.numbers);
    else reports.push(message);
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  onTestFinished(() => void child.kill('SIGKILL'));
  const give = (task: MemberTask): void => void child.send(task);
  return {
    get report() {
      return reports.at(-1);
    },
    reports,
    get errorOutput() {
      return errorOutput;
    },
    do: give,
    acquire: (count) =>
      new Promise((resolve) => {
        answers.push(resolve);
        give({ acquire: count });
      }),
    signal: (signal) => void child.kill(signal),
    ended,
  };
}
