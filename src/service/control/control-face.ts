import type { Clock } from '../../core/shared/clock.js';
import type { Account } from '../account/account.js';
import { createControlOperations } from './control-operations.js';
import { createTraffic, type CarriedOperation } from '../traffic/traffic.js';
import { createScriptedChanges } from './scripted-changes.js';

/** What the control face needs. */
export interface ControlFaceOptions {
  readonly account: Account;
  readonly token: string;
  readonly clock: Clock;
  /** Numbers from 0 to just below 1: they choose the share of the requests that a fault meets. */
  readonly random: () => number;
  readonly onNotice: (message: string) => void;
}

/** The control face of a service: requests to it, and what it does to the others. */
export interface ControlFace {
  /** Answers a request under `/control`. Never rejects. */
  answer(request: Request): Promise<Response>;
  /**
   * Answers a request under `/v2` by `operate`, or by what the faults make of it, and logs it.
   *
   * @throws ConnectionDropped when there is to be no answer; the signal's reason when the caller left.
   */
  carry(request: Request, operate: CarriedOperation): Promise<Response>;
  /** Ends what waits: held-up requests lose their connection, steps of scripts are forgotten. The account stays open. */
  close(): Promise<void>;
}

/** Makes the control face of an account. */
export function createControlFace({ account, token, clock, random, onNotice }: ControlFaceOptions): ControlFace {
  const traffic = createTraffic({ clock, random });
  const scripts = createScriptedChanges({
    clock,
    onFailure: (owner) => onNotice(`A scripted change of ${owner} could not be stored.`),
  });

  const close = async (): Promise<void> => {
    traffic.endWaits();
    await scripts.cancel();
  };
  const reset = async (): Promise<void> => {
    traffic.clearFaults();
    await close();
    await account.reset();
    traffic.log.clear();
  };

  return {
    answer: createControlOperations({ token, account, scripts, traffic, reset, onNotice }),
    carry: (request, operate) => traffic.carry(request, operate),
    close,
  };
}
