import { environment } from './ground/config/environment.ts';
import { configWarnings, loadConfig, startedByNpm, type Config } from './ground/config/load.ts';
import { createLog, type Log } from './ground/kernel/log.ts';
import { keepMemoryLow } from './server/memory.ts';
import type { RunningServer } from './server/start.ts';
import { startFaultOf } from './server/start-faults.ts';
import { welcome } from './server/welcome.ts';

const PARENT_CHECK_MS = 500;
/** A second SIGINT within this time is the same one, sent twice. */
const REPEATED_SIGNAL_MS = 1_000;

/** Reads the environment and runs a server until a signal stops it. */
async function main(): Promise<void> {
  const config = loadConfig();
  const log = createLog(config.logLevel);
  let running: Running | undefined;
  const stop = (reason: string) => (running ? void shutDown(running, log, reason) : giveUp(log, reason));
  // npm forwards signals that the terminal or systemd has sent to this process too, so one may arrive twice.
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop(signal));

  const starting = config.server.workers > 1 ? startParent(config, log) : startAlone(config, log);
  const server = await starting
    .then((started) => (running = started))
    .finally(() => {
      for (const warning of configWarnings(environment, config)) log.warn(warning);
    });
  printWelcome(server, config, log);
  keepMemoryLow();

  void server.lost.then((fault) => {
    console.error(fault.message);
    return shutDown(server, log, 'the server cannot go on', 1);
  });
  if (startedByNpm()) watchParent(() => stop('the parent process is gone'));
}

type Running = Pick<RunningServer, 'issuer' | 'made' | 'managementPort' | 'lost' | 'stop'>;

// Each loads what it needs: the parent of workers answers nothing itself.
const startAlone = async (config: Config, log: Log): Promise<Running> =>
  (await import('./server/start.ts')).startServer(config, log);

const startParent = async (config: Config, log: Log): Promise<Running> =>
  (await import('./server/workers/index.ts')).startWorkers(config, log);

/** The log line comes last, so whoever waits for it has the credentials too. */
function printWelcome({ issuer, made, managementPort }: Running, config: Config, log: Log): void {
  if (made && (config.env === 'development' || process.stdout.isTTY))
    process.stdout.write(`${welcome(issuer, config, made)}\n`);
  log.info({ issuer, ...(managementPort !== null && { managementPort }) }, 'listening');
}

/** A start that is interrupted has nothing to finish: its steps are transactions, and the embedded database goes by itself. */
function giveUp(log: Log, reason: string): never {
  log.info({ reason }, 'stopped before it had started');
  process.exit(0);
}

let isStopping = false;

async function shutDown(server: Running, log: Log, reason: string, exitCode = 0): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  log.info({ reason }, 'stopping');
  // A second Ctrl-C ends the process at once. The embedded database notices by itself.
  setTimeout(() => process.once('SIGINT', () => process.exit(130)), REPEATED_SIGNAL_MS).unref();
  await server.stop();
  log.info('stopped');
  process.exit(exitCode);
}

/** Notices that `npm start` was killed: it cannot forward a signal then, but this process gets another parent. */
function watchParent(gone: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    gone();
  }, PARENT_CHECK_MS);
  timer.unref();
}

try {
  await main();
} catch (error) {
  // These messages say what is wrong. Any other error is unexpected, and is logged.
  const told = startFaultOf(error)?.message;
  if (told !== undefined) console.error(told);
  else createLog('fatal').fatal({ err: error }, 'The server cannot start.');
  process.exit(1);
}
