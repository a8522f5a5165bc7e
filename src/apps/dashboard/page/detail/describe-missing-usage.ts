import type { ResourceKind, UsageSourceStatus } from '../../../../index.js';
import { printable } from '../../../../format/printable.js';
import { isShortHostName } from '../../../../format/connection-lines.js';

const ADVICE: Readonly<Record<ResourceKind, string>> = {
  database: 'install the package ioredis, and start it without --no-usage',
  index: 'start it without --no-usage',
};

/**
 * Describes why no usage of a resource is known, in one sentence.
 *
 * @param sources the usage sources of the server; `undefined` before its first answer
 */
export function describeMissingUsage(
  resource: ResourceKind,
  { id, endpoint }: { readonly id: string; readonly endpoint?: unknown },
  sources: readonly UsageSourceStatus[] | undefined,
) {
  if (sources === undefined) return { text: 'Loading…' };
  const source = sources.find((each) => each.resource === resource);
  if (source === undefined)
    return { text: `The dashboard reads no usage of this ${resource}: ${ADVICE[resource]} (docs/usage.md).` };
  const { name, lastRunAt, lastError } = source;
  if (lastError !== undefined && (lastError.id === undefined || lastError.id === id))
    return {
      text: isShortHostName(endpoint)
        ? `The usage source ${printable(name)} cannot read this ${resource}, because its endpoint is a short name: start the dashboard with --endpoint-domain.`
        : `The usage source ${printable(name)} cannot read this ${resource}. It tries again.`,
      details: printable(lastError.message),
    };
  if (lastRunAt === undefined) return { text: `The usage source ${printable(name)} reads this ${resource} soon.` };
  return { text: `The usage source ${printable(name)} has not read this ${resource} yet.` };
}
