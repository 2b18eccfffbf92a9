import { isIPv6 } from 'node:net';
import { isLoopbackHost } from '../http/loopback.ts';
import type { SettingOrigin } from '../kernel/runtime.ts';
import { hostsOf } from '../kernel/postgres-url.ts';
import { environment } from './environment.ts';
import { ConfigError, type Fault, quote, withoutPassword } from './fault.ts';
import { allVariables, assemble, brokenRules, originOf, type Reading, readAll } from './reading.ts';
import { rules } from './rules.ts';
import { bootstrap, type Config, localUrl } from './schema.ts';
import { type Environment, unlessBlank } from './source.ts';
import { suspects } from './typo.ts';

export { ConfigError, type Fault } from './fault.ts';
export type { Config } from './schema.ts';

/** One line of `config show`. Secrets are masked. `null` means not set. */
export interface ConfigEntry {
  readonly name: string;
  readonly value: string | null;
  readonly origin: SettingOrigin;
  readonly description: string;
}

/** Reads the configuration from the environment. Throws a `ConfigError` with all faults at once. */
export function loadConfig(env: Environment = environment): Config {
  const readings = readAll(env);
  const ownFaults = [...readings.values()].flatMap(({ fault }) => fault ?? []);
  const faults = [...ownFaults, ...brokenRules(rules, readings)];
  if (faults.length > 0) throw new ConfigError(faults);
  return assemble(readings);
}

/** The value and origin of each variable. The environment may have faults. */
export function configEntries(env: Environment = environment): ConfigEntry[] {
  const readings = readAll(env);
  return [...readings.values()].map((reading) => ({
    name: reading.variable.name,
    value: shown(reading),
    origin: originOf(reading, readings),
    description: reading.variable.about,
  }));
}

/**
 * Warnings about settings that are valid but probably wrong. They contain names of variables and no values. `config`: what the
 * environment says, if it has been read.
 */
export function configWarnings(env: Environment = environment, config: Config = assemble(readAll(env))): string[] {
  const names = Object.keys(env).filter((name) => unlessBlank(env[name]));
  const plain = allVariables.filter(({ secret }) => !secret).map(({ name }) => `${name}_FILE`);
  const known = allVariables.flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name]));
  const others = names.filter((name) => !plain.includes(name));
  const anonymous =
    env['NODE_ENV']?.trim().toLowerCase() === 'production' && unlessBlank(env['BASE_URL']) === undefined;
  return [
    ...names
      .filter((name) => plain.includes(name))
      .map((name) => `${name} is ignored: only secrets are read from files.`),
    ...suspects(others, known).map(({ name, meant }) => `${quote(name)} is not a setting; did you mean ${meant}?`),
    ...(anonymous ? ['BASE_URL is not set: the issuer is a localhost URL, which only this machine can reach.'] : []),
    ...(goesInPlainText(config, env)
      ? ['DATABASE_URL leads to another machine without TLS: add sslmode=verify-full to it.']
      : []),
    ...(opensDevelopment(config)
      ? ['HOST is not this machine, and NODE_ENV is not production: whoever reaches the port can read /dev/mailbox.']
      : []),
    ...(strangersManageGroups(config)
      ? ['SIGNUP_ENABLED is true and GROUPS_MANAGED_BY is members: whoever signs up can change every group.']
      : []),
  ];
}

/** Whether the connection has no TLS, which `pg` takes from one of two parameters or from PGSSLMODE. */
function goesInPlainText({ database: { url } }: Config, env: Environment): boolean {
  return url !== undefined && hostsOf(url).some((each) => isPlain(each, env));
}

function isPlain(url: string, env: Environment): boolean {
  const parsed = URL.parse(url);
  if (!parsed) return false;
  const { hostname, searchParams } = parsed;
  const host = decodeURIComponent(searchParams.get('host') ?? hostname);
  const mode = searchParams.get('sslmode') ?? searchParams.get('ssl') ?? env['PGSSLMODE'] ?? 'disable';
  const onThisMachine = host === '' || host.startsWith('/') || isLoopbackHost(host);
  return !onThisMachine && ['disable', 'allow', 'false', '0'].includes(mode);
}

const opensDevelopment = ({ env, server: { host } }: Config): boolean =>
  env !== 'production' && !isLoopbackHost(isIPv6(host) ? `[${host}]` : host);

const strangersManageGroups = ({ signup, groups }: Config): boolean => signup.enabled && groups.managedBy === 'members';

/** Faults of the first customer. In production the server generates no credentials, so all must be given. */
export function bootstrapFaults({ env, bootstrap: given }: Pick<Config, 'env' | 'bootstrap'>): Fault[] {
  if (env !== 'production') return [];
  const values: Readonly<Record<string, string | undefined>> = given;
  return Object.entries(bootstrap.variables)
    .filter(([key]) => values[key] === undefined)
    .map(([, { name, format }]) => ({
      variable: name,
      read: 'nothing',
      expected: `${format}, because the database is empty and NODE_ENV is production`,
    }));
}

/** The same configuration after the server listens. With `PORT=0`, the default issuer has the assigned port. */
export function listeningOn(config: Config, port: number): Config {
  const { server } = config;
  const baseUrl = server.baseUrl === localUrl(0) ? localUrl(port) : server.baseUrl;
  return { ...config, server: { ...server, port, baseUrl } };
}

function shown({ variable, source, value, fault }: Reading): string | null {
  if (variable.secret) return source.origin === 'unset' ? null : '********';
  // If parsing changes a text, the result is shown. Units and lists are shown as they were written.
  if (fault === undefined && (typeof value === 'string' || typeof value === 'boolean')) return String(value);
  if ('text' in source) return withoutPassword(source.text);
  return typeof variable.fallback === 'string' ? variable.fallback : null;
}

/** Whether npm runs this process, which then ends with npm. */
export const startedByNpm = (env: Environment = environment): boolean => env['npm_lifecycle_event'] !== undefined;
