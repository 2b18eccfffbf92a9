import { runCommand } from './run.ts';

// The reader of the output may stop before its end, as `head` does.
process.stdout.on('error', () => {});
const { code, stdout, stderr } = await runCommand(process.argv.slice(2));
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = code;
