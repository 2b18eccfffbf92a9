import { configWarnings, ConfigError, loadConfig, startedByNpm, type Config } from './config/load.ts';
import { createLog, type Log } from './kernel/log.ts';
import { EmbeddedPostgresError } from './persistence/embedded/index.ts';
import { UnreachableDatabaseError } from './persistence/unreachable.error.ts';
import { ListenError, startServer, type RunningServer } from './server.ts';
import { welcome } from './welcome.ts';

const PARENT_CHECK_MS = 500;

/** Reads the environment, starts, and stays until it is told to stop. */
async function main(): Promise<void> {
  const config = loadConfig();
  const log = createLog(config.logLevel);
  for (const warning of configWarnings()) log.warn(warning);
  const server = await startServer(config, log);
  greet(server, config, log);

  const stop = (reason: string) => void shutDown(server, log, reason);
  process.once('SIGTERM', () => stop('SIGTERM'));
  process.once('SIGINT', () => stop('SIGINT'));
  if (startedByNpm()) watchParent(() => stop('the parent process is gone'));
}

function greet({ issuer, made }: RunningServer, config: Config, log: Log): void {
  log.info({ issuer }, 'listening');
  if (made && (config.env === 'development' || process.stdout.isTTY))
    process.stdout.write(`${welcome(issuer, made)}\n`);
}

async function shutDown(server: RunningServer, log: Log, reason: string): Promise<void> {
  log.info({ reason }, 'stopping');
  // Asked twice, we go at once; the embedded database notices by itself.
  process.once('SIGINT', () => process.exit(130));
  await server.stop();
  log.info('stopped');
  process.exit(0);
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

const forPeople = [ConfigError, EmbeddedPostgresError, UnreachableDatabaseError, ListenError];

try {
  await main();
} catch (error) {
  // These say in their own words what to do; anything else is a fault of ours, and logged like one.
  if (forPeople.some((kind) => error instanceof kind)) console.error((error as Error).message);
  else createLog('fatal').fatal({ err: error }, 'The server cannot start.');
  process.exit(1);
}
