import type { Clock } from '../../core/shared/clock.js';
import { withDeadline } from '../../core/wire/deadline.js';
import type { MemberParts } from './member-parts.js';

/** A member that leaves waits for a Redis that does not answer no longer than this. */
const GOODBYE_MS = 1000;

interface LeaveSettings {
  /** Resolves when the last heartbeat has ended: it could still take shards. */
  readonly ended: Promise<void>;
  readonly isJoined: () => boolean;
  readonly clock: Clock;
}

/** Gives all shards back and closes the connections. Resolves when nothing is left, also while Redis does not answer. */
export async function leaveGroup(parts: MemberParts, { ended, isJoined, clock }: LeaveSettings): Promise<void> {
  const { claim, clients, keeper, reader, registry, sender } = parts;

  async function sayGoodbye(): Promise<void> {
    await ended;
    if (!isJoined()) return;
    sender.flush();
    await keeper.giveAllBack();
    await registry.leave();
    await claim.release();
    sender.nudge();
    // Answers come in order: the nudge was sent when this one comes.
    await clients.commands.ping();
  }

  await withDeadline({ clock, timeoutMs: GOODBYE_MS, signal: undefined }, sayGoodbye).catch(() => {});
  sender.drop();
  reader.close();
  await keeper.close();
  await clients.close();
}
