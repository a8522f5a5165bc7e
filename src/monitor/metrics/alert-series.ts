import type { Alert } from '../alerts/alert.js';
import { SEVERITIES } from '../rules/rule.js';
import {
  BASE,
  headerOf,
  joinLabels,
  labelOf,
  lineWriter,
  type LabelText,
  type ResourceFamiliesOptions,
} from './resource-series.js';
import type { ResourceFamily } from './scrape.js';

const NAME = 'fleetglass_alert_active';

/**
 * Makes the metric of firing alerts. Of one resource it has the most severe ones, as many as the series of a resource that
 * come first leave room for.
 */
export function createAlertFamily(options: ResourceFamiliesOptions): ResourceFamily {
  const addLine = lineWriter(NAME, options);
  const addAlerts = (parts: string[], alerts: readonly Alert[]): void => {
    for (const alert of alerts) addLine(parts, alert.resource, alert.id, labelsOf(alert), 1);
  };
  return {
    header: headerOf(NAME, 'A firing alert; the value is 1.'),
    addFleetLines: addAlerts,
    addLines(parts, { resource, firing }) {
      if (firing.length === 0) return;
      const bySeverity = SEVERITIES.flatMap((severity) => firing.filter((alert) => alert.severity === severity));
      addAlerts(parts, bySeverity.slice(0, Math.max(0, options.series - BASE[resource])));
    },
  };
}

function labelsOf({ rule, severity, name, field }: Alert): LabelText {
  return joinLabels(Object.entries({ rule, severity, name, field }).map(([label, value]) => labelOf(label, value)));
}
