import type { LimitStatus } from '../../index.js';
import type { HealthKind } from '../../format/health.js';
import { html, type Html } from './html.js';

/** The meaning of a colour. A word always stands beside the colour. */
export type Tone = 'good' | 'busy' | 'warning' | 'critical' | 'exceeded' | 'quiet' | 'other';

/** Mid-tones, which have a contrast of at least 3 on white and on black. The same colours serve light and dark pages. */
export const toneColours: Readonly<Record<Tone, string>> = {
  good: '#2a9d5c',
  busy: '#3b82f6',
  warning: '#b7791f',
  critical: '#e0603a',
  exceeded: '#dc3b4b',
  quiet: '#888888',
  other: '#a05bd6',
};

export const limitTones: Readonly<Record<LimitStatus, Tone>> = {
  unknown: 'quiet',
  unlimited: 'good',
  ok: 'good',
  warning: 'warning',
  critical: 'critical',
  exceeded: 'exceeded',
};

export const healthTones: Readonly<Record<HealthKind, Tone>> = {
  healthy: 'good',
  beyond: 'exceeded',
  near: 'warning',
  filling: 'warning',
  silent: 'critical',
  refused: 'critical',
  missing: 'exceeded',
  inactive: 'warning',
  changing: 'busy',
  loading: 'quiet',
};

const STATE_TONES: Readonly<Record<string, Tone>> = {
  active: 'good',
  suspended: 'warning',
  passive: 'quiet',
  missing: 'exceeded',
  unknown: 'quiet',
  stale: 'quiet',
};

/** The tone of a `state` of a database, which may be undocumented. */
export function toneOfState(state: string): Tone {
  return Object.hasOwn(STATE_TONES, state) ? (STATE_TONES[state] as Tone) : 'other';
}

export function tonedWord(word: string | Html, tone: Tone): Html {
  return html`<span class="fg-word"><span class="fg-dot fg-${tone}"></span>${word}</span>`;
}
