import { demoCredentials } from '../demo/demo-credentials.js';

/** What the demonstration says at its end: how to go on by hand, where the service stays up. */
export function renderDemoEnd(baseUrl: string, id: string, staysUp: boolean): string {
  if (!staysUp) return '\nAll three steps worked. On a terminal, the service would stay up now.';
  const account = `${demoCredentials.username}:${demoCredentials.password}`;
  return [
    '',
    'The service stays up. In another terminal:',
    '',
    `  curl -u ${account} \\`,
    `    ${baseUrl}/v2/redis/database/${id}`,
    `  curl -u ${account} ${baseUrl}/v2/vector/index`,
    `  curl -u ${account} -H 'content-type: application/json' \\`,
    `    -d '{"database_name":"mine","platform":"aws",`,
    `         "primary_region":"eu-west-1"}' \\`,
    `    ${baseUrl}/v2/redis/database`,
    '',
    'Ctrl-C stops it.',
  ].join('\n');
}
