/** A body that is not the JSON that was asked for, with the content type it comes under. */
export interface Garbage {
  readonly contentType: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

const JSON_TYPE = 'application/json';

const KINDS: readonly Garbage[] = [
  // What a proxy or a captive portal answers.
  { contentType: 'text/html; charset=utf-8', body: '<!doctype html><title>Welcome</title><p>Please sign in.' },
  { contentType: JSON_TYPE, body: '{"database_id":"half-of-a-record","database_name":"' },
  // Neither JSON nor UTF-8.
  { contentType: JSON_TYPE, body: Uint8Array.of(0x00, 0xff, 0xfe, 0x80, 0xc3, 0x28, 0x1f, 0x8b) },
  { contentType: JSON_TYPE, body: '{"database_id":"first"}{"database_id":"second"}' },
  { contentType: JSON_TYPE, body: '' },
];

/** The n-th garbage, counted from 0; after the last kind comes the first again. */
export function garbageAt(nth: number): Garbage {
  return KINDS[nth % KINDS.length] as Garbage;
}
