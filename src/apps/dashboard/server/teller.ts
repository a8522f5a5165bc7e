import { printable } from '../../../format/printable.js';
import { FleetError } from '../../../core/shared/fleet-error.js';
import { renderOptionsOf, printMessage, type CommandIo } from '../../terminal/command-io.js';
import { renderDashboard, type ServedDashboard } from './render-dashboard.js';
import { formatJsonLine } from '../../terminal/format-json.js';

/** Says on the terminal, or in lines of JSON, what happens to the dashboard. No credential is in it. */
export interface Teller {
  listening(dashboard: ServedDashboard): void;
  /** The id of a database is printed: the service lists none, and the page may be closed. */
  created(id: string): void;
  /** The address was opened, and serves no other browser. @param next the address for the next one */
  opened(this: void, next: string): void;
  /** Says why the page did not get what it asked for; a page asks again and again, so the same is said once. */
  failed(this: void, error: unknown): void;
  stopping(): void;
}

export function createTeller(io: CommandIo, isJson: boolean): Teller {
  let said: string | undefined;
  const print = (text: string): void => void io.stdout.write(`${text}\n`);
  return {
    listening(dashboard) {
      const { url, port, movedFrom } = dashboard;
      const { palette } = renderOptionsOf(io, io.stdout);
      print(isJson ? formatJsonLine({ url, port, movedFrom }) : renderDashboard(dashboard, palette));
    },
    created: (id) => print(isJson ? formatJsonLine({ created: id }) : `created ${printable(id)}`),
    opened: (next) => print(isJson ? formatJsonLine({ next }) : `opened; for another browser: ${next}`),
    failed(error) {
      // Of what is no FleetError nothing is known, so nothing of it is shown.
      const [code, message] =
        error instanceof FleetError ? [error.code, error.message] : ['', 'a request failed within the dashboard'];
      if (code === said) return;
      said = code;
      if (isJson) io.stderr.write(`${formatJsonLine({ notice: message })}\n`);
      else printMessage(io, `note: ${message}`);
    },
    stopping() {
      if (!isJson) printMessage(io, '\nStopping.');
    },
  };
}
