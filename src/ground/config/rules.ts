import { isLoopback } from '../http/loopback.ts';
import { mutualTls } from './mutual-tls.ts';
import { type Config, MIN_PRODUCTION_SECRET_CHARACTERS, general, mail } from './schema.ts';

/** A condition on several variables, reported for the first of `between`. Skipped if one of them is invalid. */
export interface Rule {
  readonly between: readonly [string, ...string[]];
  readonly broken: (config: Config, isSet: (name: string) => boolean) => boolean;
  readonly expected: string;
}

export const rules: readonly Rule[] = [
  {
    between: ['SECRET_KEY_PREVIOUS', 'SECRET_KEY'],
    broken: ({ secretKey, secretKeyPrevious }) =>
      secretKey !== undefined && secretKeyPrevious !== undefined && secretKey.equals(secretKeyPrevious),
    expected: 'another key than SECRET_KEY',
  },
  {
    between: ['SECRET_KEY'],
    broken: ({ secretKey }, isSet) => isSet('DATABASE_URL') && secretKey === undefined,
    expected: `${general.variables.secretKey.format}, because DATABASE_URL is set`,
  },
  {
    between: ['DATABASE_READ_URL', 'DATABASE_URL'],
    broken: ({ database }) => database.readUrl !== undefined && database.url === undefined,
    expected: 'nothing, because DATABASE_URL is not set, and the embedded PostgreSQL has no replica',
  },
  {
    between: ['NODE_ENV', 'BASE_URL'],
    broken: ({ env, server: { baseUrl } }) => env !== 'production' && !isLoopback(baseUrl),
    expected:
      'production, because the host of BASE_URL is not this machine: else everybody could read the mails that the server keeps',
  },
  {
    between: ['BASE_URL', 'NODE_ENV'],
    broken: ({ env, server: { baseUrl } }) =>
      env === 'production' && baseUrl.startsWith('http:') && !isLoopback(baseUrl),
    expected: 'an https URL, because NODE_ENV is production and the host is not this machine',
  },
  {
    between: ['TRUST_PROXY', 'CLIENT_CERTIFICATE_HEADER'],
    broken: ({ trustProxy, mutualTls: { header } }) => header !== undefined && !Array.isArray(trustProxy),
    expected:
      'the addresses of the proxies, because CLIENT_CERTIFICATE_HEADER is set: with a number, whoever connects could send it',
  },
  {
    between: ['CLIENT_CERTIFICATE_HEADER'],
    broken: ({ mutualTls: { header, authorities, baseUrl } }, isSet) =>
      header === undefined &&
      (authorities !== undefined || baseUrl !== undefined || isSet('CLIENT_CERTIFICATE_FORMAT')),
    expected: 'the name of a header, because other variables of mutual TLS are set',
  },
  {
    between: ['MTLS_BASE_URL', 'BASE_URL'],
    broken: ({ mutualTls: { baseUrl }, server }) =>
      baseUrl !== undefined &&
      (!baseUrl.startsWith('https:') || new URL(baseUrl).pathname !== new URL(server.baseUrl).pathname),
    expected: mutualTls.variables.baseUrl.format,
  },
  {
    between: ['MANAGEMENT_PORT', 'PORT'],
    broken: ({ management, server }) =>
      management.port !== undefined && management.port !== 0 && management.port === server.port,
    expected: 'another port than PORT',
  },
  {
    between: ['SMTP_URL', 'SIGNUP_ENABLED', 'NODE_ENV'],
    broken: ({ env, signup: { enabled }, mail: { smtpUrl } }) =>
      env === 'production' && enabled && smtpUrl === undefined,
    expected: `${mail.variables.smtpUrl.format}, because SIGNUP_ENABLED is true and NODE_ENV is production`,
  },
  {
    between: ['PASSWORD_BREACH_RANGE_URL', 'NODE_ENV'],
    broken: ({ env, passwords: { breachRangeUrl } }) =>
      env === 'production' && breachRangeUrl?.startsWith('http:') === true,
    expected: 'an https URL, because NODE_ENV is production',
  },
  {
    between: ['GROUPS_MANAGED_BY', 'SIGNUP_ENABLED', 'NODE_ENV'],
    broken: ({ env, signup: { enabled } }, isSet) => env === 'production' && enabled && !isSet('GROUPS_MANAGED_BY'),
    expected:
      'members or admins, because SIGNUP_ENABLED is true and NODE_ENV is production: with members, whoever signs up can change every group',
  },
  {
    between: ['SESSION_ABSOLUTE_MINUTES', 'SESSION_IDLE_MINUTES'],
    broken: ({ sessions: { idleSeconds, absoluteSeconds } }) => absoluteSeconds < idleSeconds,
    expected: 'at least SESSION_IDLE_MINUTES',
  },
  {
    between: ['BOOTSTRAP_ADMIN_PASSWORD'],
    broken: ({ bootstrap: { adminPassword }, passwords: { minLength } }) =>
      adminPassword !== undefined && [...adminPassword].length < minLength,
    expected: 'at least PASSWORD_MIN_LENGTH characters',
  },
  {
    between: ['BOOTSTRAP_CLIENT_SECRET', 'NODE_ENV'],
    broken: ({ env, bootstrap: { clientSecret } }) =>
      env === 'production' && clientSecret !== undefined && clientSecret.length < MIN_PRODUCTION_SECRET_CHARACTERS,
    expected: `at least ${MIN_PRODUCTION_SECRET_CHARACTERS} characters, because NODE_ENV is production`,
  },
];
