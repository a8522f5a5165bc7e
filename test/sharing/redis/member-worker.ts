import { systemClock } from '../../../src/core/shared/clock.js';
import { createReplicasEngine } from '../../../src/sharing/redis/replicas-engine.js';
import { KEYS, type MemberReport, type MemberTask } from './member-report.js';

// Runs as a separate process until it is killed: a member that reports its state at each change.
const [, , url = '', scope = ''] = process.argv;
const engine = createReplicasEngine({ connection: url, scope });
const rate = { perSecond: 1000, burst: 100 };
const received: unknown[] = [];
const member = engine.join(
  { service: 'https://api.example.com', account: 'somebody', rate, clock: systemClock },
  { receive: (message) => void received.push(message), changed: report },
);

let sent = '';
let lastMs = performance.now();

function report(): void {
  const nowMs = performance.now();
  const pauseMs = nowMs - lastMs;
  lastMs = nowMs;
  const owned = KEYS.filter(member.owns);
  const { state, message } = member.status;
  const facts = { id: member.id, state, message, owned, others: member.members.size, received };
  const text = JSON.stringify(facts);
  if (text === sent && pauseMs < 1000) return;
  sent = text;
  process.send?.({ ...facts, pauseMs } satisfies MemberReport);
}

const timer = setInterval(report, 10);

process.on('message', (task: MemberTask) => {
  if (task.send !== undefined) member.send(task.send);
  if (task.acquire !== undefined)
    void member.acquire({ count: task.acquire, isUrgent: false, after: 0 }).then(
      (numbers) => process.send?.({ numbers }),
      (error: Error) => process.send?.({ numbers: [], error: error.message }),
    );
  if (task.leave === true)
    void member.leave().then(() => {
      clearInterval(timer);
      // Nothing of the member may keep the process alive.
      process.disconnect();
    });
});
