import { fork } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { buildWorker } from '../../support/build-worker.js';
import type { MemberReport } from './member-report.js';

/** A member in a process of its own, which can be killed and stopped. */
export type MemberProcess = Awaited<ReturnType<typeof startMemberProcess>>;

/** Starts a member that joins the group of `scope`. Ends with the test. */
export async function startMemberProcess(url: string, scope: string) {
  const worker = await buildWorker('test/sharing/redis/member-worker.ts');
  const child = fork(worker, [url, scope], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const reports: MemberReport[] = [];
  let errorOutput = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => (errorOutput += chunk));
  child.on('message', (report: MemberReport) => reports.push(report));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    get report() {
      return reports.at(-1);
    },
    reports,
    get errorOutput() {
      return errorOutput;
    },
    leave: () => void child.send('leave'),
    signal: (signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT') => void child.kill(signal),
    /** Resolves with the exit code when the process has ended. */
    ended,
  };
}
