import { resolve } from 'node:path';
import * as v from 'valibot';
import { systemClock } from '../../../core/shared/clock.js';
import { parseJson } from '../../../core/wire/parse-json.js';
import { printable } from '../../../format/printable.js';
import { RemoteError, UsageError } from '../../terminal/command-errors.js';
import { printResult, type CommandIo } from '../../terminal/command-io.js';
import { duration } from '../../watch/config/fields.js';
import { countOf } from '../../../format/quantities.js';
import { renderSilences } from '../render/render-alerts.js';
import { createSocketClient, type MonitorRequest, silenceSchema } from '../state/monitor-client.js';

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
const refusal = v.object({ error: v.string() });
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
  const added = await ask(options, addedSchema, { method: 'POST', path: '/silences', body });
  const { silence, alerts } = added;
  const until = `${silence.endsAt.slice(0, 19).replace('T', ' ')} UTC`;
  const words = `Silence ${silence.id} lasts until ${until}. It silences ${countOf(alerts, 'alert')} now.`;
  printResult(io, options.json, added, () => words);
}

export async function listSilences(io: CommandIo, options: SilenceOptions): Promise<void> {
  const list = await ask(options, listSchema, { path: '/silences' });
  printResult(io, options.json, list, (shown) => renderSilences(list.silences, systemClock.now(), shown));
}

export async function endSilence(io: CommandIo, id: string, options: SilenceOptions): Promise<void> {
  await ask(options, v.unknown(), { method: 'DELETE', path: `/silences/${encodeURIComponent(id)}` });
  printResult(io, options.json, { ended: id }, () => `Silence ${printable(id)} has ended.`);
}

/** @throws RemoteError for an answer of another form */
async function ask<const S extends v.GenericSchema>(
  { state }: SilenceOptions,
  schema: S,
  request: MonitorRequest,
): Promise<v.InferOutput<S>> {
  if (state === undefined || state === '')
    throw new UsageError('No monitor is named. Pass --state with the state directory of `fleetglass watch`.');
  const monitor = createSocketClient(resolve(state));
  const { status, body } = await monitor.request(request);
  const document = parseJson(body);
  if (status !== 200 && status !== 204) {
    const reason = v.is(refusal, document) ? document.error : `it failed with status ${status}`;
    if (status === 400) throw new UsageError(`The monitor refused: ${reason}.`);
    throw new RemoteError('unavailable', `${monitor.name} cannot do this: ${reason}.`);
  }
  const answer = v.safeParse(schema, document);
  if (answer.success) return answer.output;
  throw new RemoteError(
    'bad-response',
    'The monitor gave an answer of another version. Expected the version of this command.',
  );
}
