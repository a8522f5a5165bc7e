import type { ResourceKind, UsageSourceStatus } from '../../../../index.js';
import { printable } from '../../../../format/printable.js';
import { isShortHostName } from '../../../../format/connection-lines.js';

const ADVICE: Readonly<Record<ResourceKind, string>> = {
  database: 'install the package ioredis, and start it without --no-usage',
  index: 'start it without --no-usage',
};

/** @param sources the usage sources of the server; `undefined` before its first answer */
export function describeMissingUsage(
  resource: ResourceKind,
  { id, endpoint, state }: { readonly id: string; readonly endpoint?: unknown; readonly state?: unknown },
  sources: readonly UsageSourceStatus[] | undefined,
) {
  if (sources === undefined) return { text: 'Loading…' };
  const source = sources.find((each) => each.resource === resource);
  if (source === undefined)
    return { text: `The dashboard reads no usage of this ${resource}: ${ADVICE[resource]} (docs/usage.md).` };
  const { name, lastRunAt, lastError } = source;
  const subject = `The usage source ${printable(name)}`;
  if (resource === 'database' && state !== 'active') return { text: `${subject} reads active databases only.` };
  if (lastError !== undefined && (lastError.id === undefined || lastError.id === id)) {
    const advice = ', because its endpoint is a short name: start the dashboard with --endpoint-domain.';
    const end = isShortHostName(endpoint) ? advice : '. It tries again.';
    return { text: `${subject} cannot read this ${resource}${end}`, details: printable(lastError.message) };
  }
  const progress = lastRunAt === undefined ? `reads this ${resource} soon` : `has not read this ${resource} yet`;
  return { text: `${subject} ${progress}.` };
}
