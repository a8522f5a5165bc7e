import ts from 'typescript';

/** Compiles a project without writing files. Returns the errors. */
export function checkProject(path: string): string[] {
  const host: ts.ParseConfigFileHost = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
  const parsed = ts.getParsedCommandLineOfConfigFile(path, { noEmit: true }, host);
  if (parsed === undefined) return [`${path} cannot be read`];
  const program = ts.createProgram(parsed.fileNames, parsed.options);
  return [...parsed.errors, ...ts.getPreEmitDiagnostics(program)].map(({ file, messageText }) =>
    [file?.fileName, ts.flattenDiagnosticMessageText(messageText, ' ')].join(': '),
  );
}
