/** Formats an error message as a sentence: a capital first letter, punctuation at the end. */
export function toSentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
