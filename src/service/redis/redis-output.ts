import { redact } from '../../core/api/redact.js';

/** `4711:M 21 Nov 2026 11:00:00.123 # ` */
const PREFIX = /^\d+:\w \d+ \w+ \d{4} [\d:.]+ \S /;

/** Whether the output reports that the server accepts connections. */
export function saysReady(output: string): boolean {
  return output.includes('Ready to accept connections');
}

/** Whether the output reports that another process has the port. */
export function saysPortTaken(output: string): boolean {
  return /address already in use/i.test(output);
}

/** The last line of the output. Lines that quote a setting are left out, because the setting may be the password. */
export function lastWords(output: string, password: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('>>>'));
  const last = lines.at(-1);
  if (last === undefined) return 'it said nothing';
  // A password that is too short to be found in a text leaves nothing of the text.
  return redact(last.replace(PREFIX, ''), [password]) || 'its output may hold the password';
}
