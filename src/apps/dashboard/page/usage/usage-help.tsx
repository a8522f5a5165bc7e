import type { ReactElement } from 'react';
import { useView } from '../../../../bindings/react/index.js';
import { healthNouns } from '../../../../format/describe-health.js';
import { countOf, formatCount } from '../../../../format/quantities.js';
import { printable } from '../../../../format/printable.js';
import type { UsageSourceStatus } from '../../../../index.js';
import { usePage } from '../server/use-page.js';
import { Dialog } from '../shell/dialog.js';
import { toSentence } from '../shell/names.js';

export function UsageHelp({ onClose }: { readonly onClose: () => void }): ReactElement {
  const sources = useView(usePage().usage.sources);
  return (
    <Dialog title="Show how full your databases are" onClose={onClose}>
      <div className="stack muted prose">
        <p>
          The management API reports limits, and not how much of them is used. The command that serves this page asks
          the databases themselves, with their own passwords, which never reach the page.
        </p>
        {sources?.length === 0 && (
          <>
            <p>
              <strong>This command reads no usage.</strong> Install the package that connects to Redis, and start the
              command again without <code>--no-usage</code>:
            </p>
            <pre className="command" tabIndex={0}>
              {'npm install ioredis\nfleetglass dashboard'}
            </pre>
          </>
        )}
        {sources?.map((source) => (
          <p key={source.name}>
            <strong>{printable(source.name)}</strong> {describeSource(source)}
          </p>
        ))}
        <p>The guide to usage (docs/usage.md) shows sources for Prometheus and for your own monitoring.</p>
      </div>
    </Dialog>
  );
}

export function describeSource({ resource, resources, failing, lastRunAt, lastError }: UsageSourceStatus): string {
  const { one, many } = healthNouns[resource];
  const all = countOf(resources, one, many);
  if (lastError !== undefined)
    return `could not read ${formatCount(failing)} of ${all}. Last error: ${toSentence(printable(lastError.message))}`;
  return lastRunAt === undefined ? `reads ${all}. The first values appear within a minute.` : `reads ${all}.`;
}
