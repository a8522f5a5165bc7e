import { renderOptionsOf, type CommandIo } from '../command-io.js';
import { printable } from '../render/printable.js';
import type { RenderOptions } from '../render/render-options.js';
import { wrapText } from '../render/wrap-text.js';

/** How the demonstration looks: numbered steps, and indented below each what belongs to it. */
export interface DemoPrinter {
  headline(baseUrl: string): void;
  /** Begins a step: its title, and the lines of the request that is sent. */
  step(number: number, title: string, request: readonly string[]): void;
  /** One line of a step. */
  line(text: string): void;
  /** What a step came to. */
  done(text: string): void;
  /** What a step shows, set apart. */
  block(render: (options: RenderOptions) => string): void;
}

const INDENT = '   ';

/** Makes a printer on the command's stdout. */
export function printerFor(io: CommandIo): DemoPrinter {
  const { columns, palette } = renderOptionsOf(io, io.stdout);
  const inner = { columns: columns - INDENT.length, palette };
  const write = (lines: readonly string[]): void => void io.stdout.write(`${lines.join('\n')}\n`);
  const indent = (line: string): string => (line === '' ? '' : INDENT + line);
  const wrap = (text: string): string[] => wrapText(printable(text), inner.columns);

  return {
    headline: (baseUrl) =>
      write([
        palette.bold('fleetglass demo'),
        '',
        ...wrap('A local service and its client, over real HTTP. Nothing leaves this machine.').map(indent),
        indent(`The service listens on ${palette.cyan(baseUrl)}`),
      ]),
    step: (number, title, request) =>
      write([
        '',
        `${palette.cyan(String(number))}  ${palette.bold(title)}`,
        '',
        ...request.flatMap(wrap).map(palette.dim).map(indent),
      ]),
    line: (text) => write(wrap(text).map(indent)),
    done: (text) => write([indent(`${palette.green('✔')} ${printable(text)}`)]),
    block: (render) => write(['', ...render(inner).split('\n').map(indent)]),
  };
}
