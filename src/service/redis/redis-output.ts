import { redact } from '../../core/api/redact.js';

/** `4711:M 21 Nov 2026 11:00:00.123 # ` */
const PREFIX = /^\d+:\w \d+ \w+ \d{4} [\d:.]+ \S /;

/** Whether the server said that it accepts connections. */
export function saysReady(output: string): boolean {
  return output.includes('Ready to accept connections');
}

/** Whether the server ended because another process has its port. */
export function saysPortTaken(output: string): boolean {
  return /address already in use/i.test(output);
}

/** The server's last words, without the setting that they may be about: it may be the password. */
export function lastWords(output: string, password: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('>>>'));
  const last = lines.at(-1);
  if (last === undefined) return 'it said nothing';
  // A password that is too short to be found in a text leaves nothing of the text.
  return redact(last.replace(PREFIX, ''), [password]) || 'its output may hold the password';
}
