// Tests run in jest's worker as any program does, without a context of their own: see `runtime.mjs`.

import { readFileSync } from 'node:fs';
import { ModuleMocker } from 'jest-mock';
import { leaveNote } from './notes.mjs';

const TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');

/** The processor time of this process and of those that it has started and that have ended, in seconds. */
function processorSeconds() {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1e6;
  if (process.platform !== 'linux') return own;
  const [, numbers] = readFileSync('/proc/self/stat', 'utf8').split(') ');
  const [userTicks, systemTicks] = numbers.split(' ').slice(13, 15);
  return own + (Number(userTicks) + Number(systemTicks)) / 100;
}

export default class NativeEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  fakeTimersModern = null;

  // What jest and the test file may change, and the next file has to find as it was.
  #exit = process.exit;
  #env = { ...process.env };
  #console = console;

  #before = processorSeconds();
  #path;

  constructor(_config, { testPath }) {
    this.#path = testPath;
  }

  async setup() {}

  async teardown() {
    process.exit = this.#exit;
    globalThis.console = this.#console;
    delete globalThis[TIMEOUT];
    for (const name of Object.keys(process.env)) if (!(name in this.#env)) delete process.env[name];
    Object.assign(process.env, this.#env);
    leaveNote('cost', this.#path, processorSeconds() - this.#before);
  }

  getVmContext() {
    return null;
  }
}
