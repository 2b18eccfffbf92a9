import { configWarnings, ConfigError, loadConfig, startedByNpm, type Config } from './config/load.ts';
import { createLog, type Log } from './kernel/log.ts';
import { StartFault } from './kernel/start-fault.ts';
import { EmbeddedPostgresError } from './persistence/embedded/embedded.error.ts';
import { startServer, type RunningServer } from './server.ts';
import { welcome } from './welcome.ts';

const PARENT_CHECK_MS = 500;
/** A SIGINT that comes sooner after the first is the same one, come by another way. */
const SECOND_THOUGHT_MS = 1_000;

/** Reads the environment, starts, and stays until it is told to stop. */
async function main(): Promise<void> {
  const config = loadConfig();
  const log = createLog(config.logLevel);
  for (const warning of configWarnings()) log.warn(warning);
  const server = await startServer(config, log);
  greet(server, config, log);

  const stop = (reason: string) => void shutDown(server, log, reason);
  // npm passes on to us what the terminal or systemd has told us already: who is told twice is told once.
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop(signal));
  void server.lost.then((fault) => {
    console.error(fault.message);
    return shutDown(server, log, 'the embedded database is lost', 1);
  });
  if (startedByNpm()) watchParent(() => stop('the parent process is gone'));
}

function greet({ issuer, made }: RunningServer, config: Config, log: Log): void {
  log.info({ issuer }, 'listening');
  if (made && (config.env === 'development' || process.stdout.isTTY))
    process.stdout.write(`${welcome(issuer, config, made)}\n`);
}

let isStopping = false;

async function shutDown(server: RunningServer, log: Log, reason: string, exitCode = 0): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  log.info({ reason }, 'stopping');
  // Whoever presses Ctrl-C again does not want to wait; the embedded database notices by itself.
  setTimeout(() => process.once('SIGINT', () => process.exit(130)), SECOND_THOUGHT_MS).unref();
  await server.stop();
  log.info('stopped');
  process.exit(exitCode);
}

/** `npm start` killed outright can pass on no signal: its child notices that it has been adopted. */
function watchParent(gone: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    gone();
  }, PARENT_CHECK_MS);
  timer.unref();
}

const forPeople = [ConfigError, EmbeddedPostgresError, StartFault];

try {
  await main();
} catch (error) {
  // These say in their own words what to do; anything else is a fault of ours, and logged like one.
  if (forPeople.some((kind) => error instanceof kind)) console.error((error as Error).message);
  else createLog('fatal').fatal({ err: error }, 'The server cannot start.');
  process.exit(1);
}
