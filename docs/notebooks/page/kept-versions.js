import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** The libraries that Framework offers to every page, with the versions that imports such as `npm:d3` take. */
const versions = {
  '@observablehq/plot': '0.6.17',
  '@observablehq/sample-datasets': '1.0.1',
  'apache-arrow': '21.2.0',
  arquero: '8.0.3',
  d3: '7.9.2',
  'd3-dsv': '3.0.2',
  echarts: '6.1.0',
  htl: '1.0.0',
  leaflet: '1.9.4',
  lodash: '4.18.1',
  'mapbox-gl': '3.32.0',
  'parquet-wasm': '0.8.0',
  react: '19.3.1',
  'react-dom': '19.3.1',
  'topojson-client': '3.1.0',
};

/**
 * Lets Framework build without a network. Framework asks the npm registry for the versions of these libraries, even if
 * no page imports them. It does not ask for a version that has a folder in its cache.
 *
 * @param root the folder of the pages
 */
export function keepVersions(root) {
  for (const [name, version] of Object.entries(versions)) {
    mkdirSync(join(root, '.observablehq/cache/_npm', `${name}@${version}`), { recursive: true });
  }
}
