import { encodeCredentials, type Credentials } from '../api/credentials.js';
import { createTransport, type Transport, type TransportOptions } from '../api/transport.js';
import { UnusableAnswer } from '../api/unusable-answer.js';

/** A shorter password may well be a word that a record has a right to. */
const MIN_PASSWORD = 16;

/**
 * Makes a transport that refuses an answer in which the credentials of its own request are, as something on the way
 * that is set to debug might send them back.
 */
export function createEchoFreeTransport(options: TransportOptions & { readonly credentials: Credentials }): Transport {
  const send = createTransport(options);
  return (call) => {
    const decode: typeof call.decode = (text, echo) => {
      if (holds(text, options.credentials))
        throw new UnusableAnswer('the answer holds the credentials it was asked with');
      return call.decode(text, echo);
    };
    return send({ ...call, decode });
  };
}

function holds(text: string, credentials: Credentials): boolean {
  const { password } = credentials;
  const forms = [encodeCredentials(credentials)];
  if (password.length >= MIN_PASSWORD) forms.push(password, JSON.stringify(password).slice(1, -1));
  // Some write a slash with an escape.
  const plain = text.replaceAll(String.raw`\/`, '/');
  return forms.some((form) => plain.includes(form));
}
