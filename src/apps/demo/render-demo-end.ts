/** What the demonstration says when its board is gone. */
export function renderDemoEnd(transitions: number): string {
  const seen = transitions === 1 ? '1 transition was seen' : `${transitions} transitions were seen`;
  return `${seen}. The service has ended, and all that was in it.`;
}
