const WIDTH = 98;

/** Prints a sentence below a table, wrapped. */
export function printNote(text: string): void {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)}${lines.at(-1) === '' ? '  ' : ' '}${word}`;
    if (longer.length <= WIDTH) lines[lines.length - 1] = longer;
    else lines.push(`    ${word}`);
  }
  for (const line of lines) console.log(line);
}
