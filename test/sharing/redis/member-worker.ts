import { systemClock } from '../../../src/core/shared/clock.js';
import { createReplicasEngine } from '../../../src/sharing/redis/replicas-engine.js';
import { KEYS, type MemberReport } from './member-report.js';

// Runs as a separate process until it is killed or told to leave: a member that reports its state at each change.
const [, , url = '', scope = ''] = process.argv;
const engine = createReplicasEngine({ connection: url, scope });
const rate = { perSecond: 1000, burst: 100 };
const member = engine.join(
  { service: 'https://api.example.com', account: 'somebody', rate, clock: systemClock },
  { receive: () => {}, changed: report },
);

let sent = '';
let lastMs = performance.now();

function report(): void {
  const nowMs = performance.now();
  const pauseMs = nowMs - lastMs;
  lastMs = nowMs;
  const facts = { state: member.status.state, owned: KEYS.filter(member.owns), others: member.members.size };
  const text = JSON.stringify(facts);
  if (text === sent && pauseMs < 1000) return;
  sent = text;
  process.send?.({ ...facts, pauseMs } satisfies MemberReport);
}

const timer = setInterval(report, 10);

process.on('message', () => {
  void member.leave().then(() => {
    clearInterval(timer);
    // Nothing of the member may keep the process alive.
    process.disconnect();
  });
});
