const LOGS = ['console', 'log', 'logger'];

/**
 * A plugin of Stryker: no mutants in texts and in calls that log. The tests do not fix the wording of a message.
 *
 * @param {import('@stryker-mutator/api/core').NodePath} path
 */
function shouldIgnore(path) {
  if (path.isTemplateLiteral()) return 'text';
  if (!path.isCallExpression()) return undefined;
  const { callee } = path.node;
  const called = callee.type === 'MemberExpression' ? callee.object : callee;
  return called.type === 'Identifier' && LOGS.includes(called.name) ? 'log' : undefined;
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'texts', value: { shouldIgnore } }];
