import { dsvFormat } from 'd3-dsv';
import { printableName } from '../../core/shared/member-path.js';
import { columnsFrame, Problems, type Frame } from './frame.js';

/**
 * Reads CSV (RFC 4180). Lines without a cell and columns without a name are left out.
 *
 * @param delimiter absent: the one that the first line has most
 */
export function csvFrame(text: string, delimiter = delimiterOf(text)): Frame {
  const problems = new Problems();
  let names: readonly string[] = [];
  const columns: string[][] = [];
  let rows = -1;
  // A cell contains each of its quotes twice.
  if ((text.split('"').length - 1) % 2 !== 0) problems.addAt('data', 'a quote of the CSV is not closed');
  dsvFormat(delimiter).parseRows(text, (cells) => {
    if (cells.length === 1 && cells[0]?.trim() === '') return;
    if (++rows === 0) return void (names = cells.map((name) => name.trim()));
    if (cells.length === names.length) cells.forEach((cell, place) => (columns[place] ??= []).push(cell));
    else problems.add(rows - 1, `expected ${names.length} cells, as the first line has, not ${cells.length}`);
  });
  const known = new Set<string>();
  const repeated = names.find((name) => name !== '' && known.size === known.add(name).size);
  if (repeated !== undefined) problems.addAt('data', `several columns have the name ${printableName(repeated)}`);
  const named = names.flatMap((name, place) => (name === '' ? [] : [[name, columns[place] ?? []] as const]));
  return { ...columnsFrame(Object.fromEntries(named), true), problems };
}

function delimiterOf(text: string): string {
  const [line = ''] = /^.*/.exec(text.trimStart()) ?? [];
  const count = (character: string): number => line.split(character).length;
  return [',', ';', '\t'].reduce((most, other) => (count(other) > count(most) ? other : most));
}
