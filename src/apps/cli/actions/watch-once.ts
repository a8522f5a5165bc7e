import { systemClock } from '../../../core/shared/clock.js';
import { printable } from '../../../format/printable.js';
import { alertBody } from '../../../monitor/channels/event-body.js';
import { FiringError, UndecidedError } from '../../terminal/command-errors.js';
import { printWarning, renderOptionsOf, type CommandIo } from '../../terminal/command-io.js';
import { listenForStop } from '../../terminal/listen-for-stop.js';
import type { ConfigFlags } from '../../watch/config/inspect-config.js';
import { renderAlerts } from '../render/render-alerts.js';

/** Evaluates the rules once. @throws UndecidedError if not all is known; FiringError if an alert fires */
export async function watchOnce(io: CommandIo, flags: ConfigFlags): Promise<void> {
  const { readConfig } = await import('../../watch/config/read-config.js');
  const config = await readConfig(flags, io.env);
  const { evaluateOnce } = await import('../../watch/evaluate-once.js');
  const stop = listenForStop();
  try {
    const { alerts, unknown } = await evaluateOnce(config, stop.signal).catch((error: Error) => {
      throw new UndecidedError(`The rules cannot be evaluated. ${error.message}`);
    });
    const listed = alerts.map((alert) => ({ ...alertBody(alert), state: 'firing' as const }));
    io.stdout.write(`${renderAlerts(listed, systemClock.now(), renderOptionsOf(io, io.stdout))}\n`);
    for (const reason of unknown) printWarning(io, printable(reason));
    if (unknown.length > 0) throw new UndecidedError('Not everything could be read, so no result is certain.');
    if (alerts.length > 0)
      throw new FiringError(`${alerts.length} ${alerts.length === 1 ? 'alert' : 'alerts'} firing.`);
  } finally {
    stop.release();
  }
}
