import { platformNames, platformOf, type PrimaryRegion, regionPlaces } from '../../../../format/regions.js';
import { printable } from '../../../../format/printable.js';

/** The display name of the `type` of a record: `Pay as you go`, `Pro`. */
export function planNameOf(type: string): string {
  return type === 'payg' ? 'Pay as you go' : wordOf(type);
}

export function placeOf(region: string): string {
  return Object.hasOwn(regionPlaces, region) ? regionPlaces[region as PrimaryRegion].place : '';
}

/** A region with its place: `Ireland, eu-west-1`. */
export function regionNameOf(region: string): string {
  return [placeOf(region), region].filter(Boolean).join(', ');
}

export function platformNameOf(region: string): string {
  const platform = platformOf(region);
  return platform === undefined ? '' : platformNames[platform];
}

/** Shows a word of an enum as text: `DOT_PRODUCT` is `Dot product`. */
export function wordOf(value: string): string {
  const words = value.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return printable(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Formats an error message as a sentence: a capital first letter, punctuation at the end. */
export function toSentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
