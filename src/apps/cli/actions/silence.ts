import { resolve } from 'node:path';
import * as v from 'valibot';
import { systemClock } from '../../../core/shared/clock.js';
import { printable } from '../../../format/printable.js';
import { UsageError } from '../../terminal/command-errors.js';
import { printResult, type CommandIo } from '../../terminal/command-io.js';
import { duration } from '../../watch/config/fields.js';
import { countOf } from '../../../format/quantities.js';
import { renderSilences } from '../render/render-alerts.js';
import { createSocketClient, type MonitorClient, silenceSchema } from '../state/monitor-client.js';

interface SilenceOptions {
  readonly state?: string;
  readonly json?: true;
}

interface AddOptions extends SilenceOptions {
  readonly for?: string;
  readonly comment?: string;
  readonly rule?: readonly string[];
  readonly id?: readonly string[];
  readonly label?: Readonly<Record<string, string>>;
}

const addedSchema = v.looseObject({ silence: silenceSchema, alerts: v.number() });
const listSchema = v.looseObject({ silences: v.array(silenceSchema) });

export async function addSilence(io: CommandIo, options: AddOptions): Promise<void> {
  const { comment, rule: rules, id: ids, label: labels } = options;
  if (options.for === undefined || comment === undefined)
    throw new UsageError(
      'A silence needs an end and a reason: pass --for, such as --for 2h, and --comment with the reason.',
    );
  const forMs = v.safeParse(duration('1s'), options.for);
  if (!forMs.success) throw new UsageError(`Invalid --for: expected ${forMs.issues[0].message}.`);
  const body = { forMs: forMs.output, comment, rules, ids, labels };
  const added = await findSocket(options).ask({ method: 'POST', path: '/silences', body }, addedSchema);
  const { silence, alerts } = added;
  const until = `${silence.endsAt.slice(0, 19).replace('T', ' ')} UTC`;
  const words = `Silence ${silence.id} lasts until ${until}. It silences ${countOf(alerts, 'alert')} now.`;
  printResult(io, options.json, added, () => words);
}

export async function listSilences(io: CommandIo, options: SilenceOptions): Promise<void> {
  const list = await findSocket(options).ask({ path: '/silences' }, listSchema);
  printResult(io, options.json, list, (shown) => renderSilences(list.silences, systemClock.now(), shown));
}

export async function endSilence(io: CommandIo, id: string, options: SilenceOptions): Promise<void> {
  const path = `/silences/${encodeURIComponent(id)}`;
  await findSocket(options).ask({ method: 'DELETE', path }, v.unknown());
  printResult(io, options.json, { ended: id }, () => `Silence ${printable(id)} has ended.`);
}

function findSocket({ state }: SilenceOptions): MonitorClient {
  if (state === undefined || state === '')
    throw new UsageError('No monitor is named. Pass --state with the state directory of `fleetglass watch`.');
  return createSocketClient(resolve(state));
}
