import { ACCOUNT } from './servers.js';

const { username, password } = ACCOUNT;

/** The headers of a request, for pollers without the client. */
export const HEADERS = {
  accept: 'application/json',
  authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
};

export function urlOf(baseUrl: string, id: string): string {
  return `${baseUrl}/v2/redis/database/${encodeURIComponent(id)}?credentials=hide`;
}

/** Sends a request with the platform's fetch. */
export async function fetchRecord(baseUrl: string, id: string, signal: AbortSignal | null = null): Promise<unknown> {
  const response = await fetch(urlOf(baseUrl, id), { headers: HEADERS, signal });
  if (!response.ok) throw new Error(`The answer is ${response.status}.`);
  return JSON.parse(await response.text());
}
