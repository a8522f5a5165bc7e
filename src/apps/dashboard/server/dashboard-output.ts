import { printable } from '../../../format/printable.js';
import { FleetError } from '../../../core/shared/fleet-error.js';
import { printMessage, printNotice, renderOptionsOf, type CommandIo } from '../../terminal/command-io.js';
import { renderDashboard, type ServedDashboard } from './render-dashboard.js';
import { formatJsonLine } from '../../terminal/format-json.js';

/** Prints the events of a dashboard as text or as lines of JSON. It prints no credentials. */
export interface DashboardOutput {
  listening(dashboard: ServedDashboard): void;
  /** Prints the id of a created database, because the API does not list databases. */
  created(id: string): void;
  /** A browser opened the address, which is now invalid. @param next the address for the next browser */
  opened(this: void, next: string): void;
  /** Prints why a request of the page failed. The page repeats requests, so repeated errors are printed once. */
  failed(this: void, error: unknown): void;
  stopping(): void;
}

export function createDashboardOutput(io: CommandIo, isJson: boolean): DashboardOutput {
  let printed: string | undefined;
  const print = (text: string): void => void io.stdout.write(`${text}\n`);
  return {
    listening(dashboard) {
      const { url, port, movedFrom } = dashboard;
      const { palette } = renderOptionsOf(io, io.stdout);
      print(isJson ? formatJsonLine({ url, port, movedFrom }) : renderDashboard(dashboard, palette));
    },
    created: (id) => print(isJson ? formatJsonLine({ created: id }) : `created ${printable(id)}`),
    opened: (next) => print(isJson ? formatJsonLine({ next }) : `opened; address for another browser: ${next}`),
    failed(error) {
      // Another error may hold anything, so its message is not printed.
      const [code, message] =
        error instanceof FleetError ? [error.code, error.message] : ['', 'a request failed in the dashboard'];
      if (code === printed) return;
      printed = code;
      printNotice(io, isJson, message);
    },
    stopping() {
      if (!isJson) printMessage(io, '\nStopping.');
    },
  };
}
