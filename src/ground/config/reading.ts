import { homedir } from 'node:os';
import type { SettingOrigin } from '../kernel/runtime.ts';
import { defaultDataDir } from './data-dir.ts';
import { type Fault, quote } from './fault.ts';
import type { Rule } from './rules.ts';
import { type Config, general, sections, server } from './schema.ts';
import { type Environment, lookUp, type Source } from './source.ts';
import type { Section, Surroundings, Variable } from './variable.ts';

/** A variable and its value, which is the default if the given one is invalid. */
export interface Reading {
  readonly variable: Variable;
  readonly source: Source;
  readonly value: unknown;
  readonly fault?: Fault;
}

/** The readings by the names of the variables. */
export type Readings = ReadonlyMap<string, Reading>;

/** All variables, in the order of the reference. */
export const allVariables: readonly Variable[] = [general, ...Object.values(sections)].flatMap(
  (section: Section): Variable[] => Object.values(section.variables),
);

/** Reads all variables, including invalid ones. */
export function readAll(env: Environment): Readings {
  const owner = { home: env['HOME'] || homeFolder(), xdgDataHome: env['XDG_DATA_HOME'], uid: process.getuid?.() };
  const dataDir = defaultDataDir(owner);
  const nothing = { port: 0, dataDir, production: false };
  const port = Number(read(server.variables.port, env, nothing).value);
  const production = read(general.variables.env, env, nothing).value === 'production';
  return new Map(allVariables.map((variable) => [variable.name, read(variable, env, { port, dataDir, production })]));
}

/** The configuration of the readings. Valid only if none of them has a fault. */
export function assemble(readings: Readings): Config {
  const values = ({ variables }: Section) =>
    Object.fromEntries(Object.entries(variables).map(([key, { name }]) => [key, readings.get(name)?.value]));
  const nested = Object.entries(sections).map(([key, section]) => [key, values(section)]);
  // `Config` is derived from the sections. The compiler cannot follow that through entries.
  const origins = [...readings].map(([name, reading]): [string, SettingOrigin] => [name, originOf(reading, readings)]);
  return { ...values(general), ...Object.fromEntries(nested), origins: Object.fromEntries(origins) } as Config;
}

/** Where the value of a variable comes from. */
export function originOf({ variable: { fallback, unset }, source }: Reading, readings: Readings): SettingOrigin {
  if (source.origin !== 'unset') return source.origin;
  if (fallback !== undefined) return 'default';
  return unset?.generated((name) => readings.get(name)?.value) ? 'generated' : 'unset';
}

/** The faults of combinations of variables. */
export function brokenRules(rules: readonly Rule[], readings: Readings): Fault[] {
  const config = assemble(readings);
  const isSet = (name: string) => (readings.get(name)?.source.origin ?? 'unset') !== 'unset';
  return rules
    .filter(({ between }) => between.every((name) => readings.get(name)?.fault === undefined))
    .filter(({ broken }) => broken(config, isSet))
    .map(({ between: [name], expected }) => ({ variable: name, read: whatWasRead(readings.get(name)), expected }));
}

function read(variable: Variable, env: Environment, surroundings: Surroundings): Reading {
  const source = lookUp(variable, env);
  const missing = { variable, source, value: byDefault(variable, surroundings) };
  if ('fault' in source) return { ...missing, fault: source.fault };
  if (source.origin === 'unset') return missing;
  const { success, data } = variable.type.safeParse(source.text);
  if (success) return { variable, source, value: data };
  return { ...missing, fault: { variable: variable.name, read: whatWasRead(missing), expected: variable.format } };
}

function byDefault({ type, fallback }: Variable, surroundings: Surroundings): unknown {
  if (fallback === undefined) return undefined;
  return type.parse(typeof fallback === 'string' ? fallback : fallback.from(surroundings));
}

function homeFolder(): string {
  try {
    return homedir();
  } catch {
    // A user that is only a number, as in a container, has no home. With DATABASE_URL none is needed.
    return '/';
  }
}

function whatWasRead(reading: Pick<Reading, 'variable' | 'source'> | undefined): string {
  if (reading === undefined || !('text' in reading.source)) return 'nothing';
  const { text } = reading.source;
  return reading.variable.secret ? `(secret, ${[...text].length} characters)` : quote(text);
}
