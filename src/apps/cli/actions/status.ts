import { printable } from '../../../format/printable.js';
import { formatJson, renderOptionsOf, type CommandIo } from '../../terminal/command-io.js';
import { wrapText } from '../../terminal/wrap-text.js';
import { inspectSetup, type Finding, type InspectOptions } from './inspect-setup.js';

export interface StatusOptions extends InspectOptions {
  readonly json?: true;
}

/** Shows the versions, the service, the storage and the monitor on one screen. */
export async function status(io: CommandIo, options: StatusOptions): Promise<void> {
  const findings = await inspectSetup(io, options);
  const text = options.json
    ? formatJson(Object.fromEntries(findings.map(({ part, ...finding }) => [part, finding])))
    : render(io, findings, { advises: false });
  io.stdout.write(`${text}\n`);
}

/** Says what is wrong with the surroundings of the command, and what to do. @throws Error if something is wrong */
export async function doctor(io: CommandIo, options: StatusOptions): Promise<void> {
  const findings = await inspectSetup(io, options);
  const text = options.json ? formatJson(findings) : render(io, findings, { advises: true });
  io.stdout.write(`${text}\n`);
  const wrong = findings.filter(({ isGood }) => !isGood).length;
  if (wrong > 0) throw new Error(wrong === 1 ? 'one part is wrong' : `${wrong} parts are wrong`);
}

const PART_COLUMNS = 10;
const INDENT = ' '.repeat(PART_COLUMNS + 2);

function render(io: CommandIo, findings: readonly Finding[], { advises }: { readonly advises: boolean }): string {
  const { columns, palette } = renderOptionsOf(io, io.stdout);
  const wrap = (text: string): string[] => wrapText(printable(text), columns - INDENT.length);
  return findings
    .flatMap(({ part, isGood, text, advice }) => {
      const mark = isGood ? palette.green('✓') : palette.red('✗');
      const [first = '', ...rest] = wrap(text);
      const tips = advises && advice !== undefined ? wrap(advice).map(palette.yellow) : [];
      return [`${mark} ${part.padEnd(PART_COLUMNS)}${first}`, ...[...rest, ...tips].map((line) => INDENT + line)];
    })
    .join('\n');
}
