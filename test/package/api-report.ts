import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import manifest from '../../package.json' with { type: 'json' };
import { root } from './bundle-scripts.js';

/*
 * Compares the public types of each subpath with their committed report, so that the diff of a change shows what it changes for
 * users. `npm run api` fails if they differ, and `npm run api -- --update` writes the reports. Needs a build.
 */

const reports = join(root, 'test/types/reports');
const current = join(root, 'node_modules/.cache/api');
const isUpdate = process.argv.includes('--update');

function configOf(subpath: string, types: string): ExtractorConfig {
  const name = subpath === '.' ? 'fleetglass' : subpath.slice(2).replaceAll('/', '-');
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: root,
      newlineKind: 'lf',
      mainEntryPointFilePath: join(root, types),
      compiler: { tsconfigFilePath: join(root, 'test/package/types.tsconfig.json') },
      apiReport: {
        enabled: true,
        reportFileName: `${name}.api.md`,
        reportFolder: reports,
        reportTempFolder: current,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      // typedoc checks the comments, and the compiler the types.
      messages: {
        extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(root, 'package.json'),
  });
}

// A subpath that is gone leaves no report.
if (isUpdate) await rm(reports, { recursive: true, force: true });
await Promise.all([reports, current].map((folder) => mkdir(folder, { recursive: true })));
const configs = Object.entries(manifest.exports).flatMap(([subpath, target]) =>
  typeof target === 'string' ? [] : [configOf(subpath, target.types)],
);
const [first] = configs;
if (first === undefined) throw new Error('package.json exports no types.');
const compilerState = CompilerState.create(first, {
  additionalEntryPoints: configs.map(({ mainEntryPointFilePath }) => mainEntryPointFilePath),
});
const changed = configs.filter(
  (config) =>
    Extractor.invoke(config, {
      compilerState,
      localBuild: isUpdate,
      messageCallback(message) {
        message.handled = message.logLevel !== 'error';
      },
    }).apiReportChanged,
);
if (isUpdate) console.log('The reports in test/types/reports are written.');
else if (changed.length === 0) console.log('The public types are those of test/types/reports.');
else {
  const names = changed.map(({ reportFilePath }) => basename(reportFilePath)).join(', ');
  console.error(`The public types differ from test/types/reports: ${names}.`);
  console.error('If the change is meant, run `npm run api -- --update`, and describe it in docs/CHANGELOG.md.');
  process.exitCode = 1;
}
