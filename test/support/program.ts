import ts from 'typescript';

/** The sources as the compiler sees them, for tests that ask for types. It takes seconds: make it once in a file. */
export function compiledSources(): ts.Program {
  const { config } = ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
  return ts.createProgram(['src/main.ts', 'src/cli/main.ts'], options);
}
