/** The colours of a terminal: those of its text and ground, and of red, green, yellow and cyan. */
const SCHEMES = {
  light: { text: '#24292f', ground: '#ffffff', 31: '#cf222e', 32: '#116329', 33: '#7d4e00', 36: '#0e6b75' },
  dark: { text: '#d5dae1', ground: '#14181f', 31: '#ff7b72', 32: '#56d364', 33: '#e3b341', 36: '#56d4dd' },
} as const;

type Scheme = keyof typeof SCHEMES;

const ENDS: Readonly<Record<number, (code: number) => boolean>> = {
  0: () => true,
  22: (code) => code === 1 || code === 2,
  27: (code) => code === 7,
  39: (code) => code >= 31 && code <= 36,
};

/** A page that shows lines of a terminal, with the styles of their escape codes. */
export function terminalPage(lines: readonly string[], scheme: Scheme): string {
  const { text, ground } = SCHEMES[scheme];
  const style = `margin: 0; padding: 14px 16px; color: ${text}; background: ${ground}; width: max-content`;
  const font = 'margin: 0; font: 14px/1.35 "DejaVu Sans Mono", "Liberation Mono", monospace';
  return `<!doctype html><html lang="en"><body style="${style}"><pre style="${font}">${lines.map((line) => styled(line, scheme)).join('\n')}</pre></body></html>`;
}

const STYLE = new RegExp(`${String.fromCodePoint(27)}\\[([\\d;]*)m`);

function styled(line: string, scheme: Scheme): string {
  let active: readonly number[] = [];
  return line
    .split(STYLE)
    .map((part, at) => {
      if (at % 2 === 0) return part === '' ? '' : `<span style="${cssOf(active, scheme)}">${escaped(part)}</span>`;
      for (const code of part.split(';').map(Number)) {
        const ends = ENDS[code];
        active = ends === undefined ? [...active, code] : active.filter((each) => !ends(each));
      }
      return '';
    })
    .join('');
}

function cssOf(codes: readonly number[], scheme: Scheme): string {
  const { text, ground, ...colours } = SCHEMES[scheme];
  const colour = codes.map((code) => (colours as Readonly<Record<number, string>>)[code]).findLast(Boolean) ?? text;
  const [front, back] = codes.includes(7) ? [ground, colour] : [colour, ground];
  const weight = codes.includes(1) ? ';font-weight:700' : '';
  return `color:${front};background:${back}${weight}${codes.includes(2) ? ';opacity:.65' : ''}`;
}

function escaped(part: string): string {
  return part.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
