import * as z from 'zod';
import { FORWARDED_HEADERS } from '../http/caller-address.ts';
import { DAY_SECONDS } from '../kernel/clock.ts';
import type { SettingOrigin } from '../kernel/runtime.ts';
import { audit } from './audit.ts';
import { authentication } from './authentication.ts';
import { authorizationDetails } from './authorization-details.ts';
import { clients } from './clients.ts';
import { database } from './database.ts';
import * as format from './format.ts';
import { graphql } from './graphql.ts';
import { management } from './management.ts';
import { mutualTls } from './mutual-tls.ts';
import { outgoing } from './outgoing.ts';
import { tracing } from './tracing.ts';
import { optional, type Section, type Values, variable } from './variable.ts';

const MINUTE = 60;
const MIN_PASSWORD_CHARACTERS = 8;
/** The minimum number of characters of a client secret that an operator chooses in production. */
export const MIN_PRODUCTION_SECRET_CHARACTERS = 16;

/** The default `BASE_URL`, for this machine only. */
export function localUrl(port: number): string {
  return `http://localhost:${port}`;
}

/** The variables at the root of `Config`. */
export const general = {
  title: 'General',
  variables: {
    env: variable('NODE_ENV', format.oneOf('development', 'production', 'test'), {
      about:
        'The mode of the process. Modes other than production show mails and the schema to everybody, so they ' +
        'run only at an address of this machine. Production generates no credentials and requires https.',
      format: 'development, production or test',
      fallback: 'development',
    }),
    logLevel: variable('LOG_LEVEL', format.oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'), {
      about: 'The least severe level of log line that is written.',
      format: 'trace, debug, info, warn, error, fatal or silent',
      fallback: 'info',
    }),
    logRequests: variable('LOG_REQUESTS', format.yesOrNo, {
      about:
        'Whether each request gets a line at the level `info` when it ends: method, template of the route, status, ' +
        'duration and ids.',
      format: 'true or false',
      fallback: 'false',
    }),
    dataDir: variable('DATA_DIR', format.filePath, {
      about: 'The folder of the embedded database and the generated secret key. Not used with DATABASE_URL.',
      format: 'the path of a folder',
      fallback: {
        text: '`/var/lib/guildhall` for root, else `${XDG_DATA_HOME:-~/.local/share}/guildhall`',
        from: ({ dataDir }) => dataDir,
      },
    }),
    secretKey: optional('SECRET_KEY', format.secretKey, {
      about:
        'Encrypts signing keys and TOTP secrets at rest; if it is lost, so are they. Generate one with openssl ' +
        'rand -base64 32.',
      format: '32 random bytes as base64, base64url or 64 hexadecimal digits',
      secret: true,
      unset: {
        text: 'generated into `DATA_DIR`; required with `DATABASE_URL`',
        generated: (valueOf) => valueOf('DATABASE_URL') === undefined,
      },
    }),
    secretKeyPrevious: optional('SECRET_KEY_PREVIOUS', format.secretKey, {
      about:
        'The previous SECRET_KEY, while it is being replaced. The server accepts what was made with it, and ' +
        'makes nothing new with it.',
      format: 'another key than SECRET_KEY, in the same form',
      secret: true,
      unset: { text: 'only what SECRET_KEY made is accepted', generated: () => false },
    }),
    trustProxy: variable('TRUST_PROXY', format.trustProxy, {
      about: 'The reverse proxies that are trusted to tell the addresses of callers.',
      format:
        'false, a number of hops from 1 to 32, or addresses and CIDR ranges separated by commas (loopback, ' +
        'linklocal and uniquelocal name the usual ones)',
      fallback: 'false',
    }),
    forwardedHeader: variable('FORWARDED_HEADER', format.oneOf(...FORWARDED_HEADERS), {
      about:
        'The header in which the proxies of TRUST_PROXY tell the addresses of callers. They must append to it or ' +
        'replace it in every request. The other one is ignored.',
      format: 'x-forwarded-for, or forwarded (RFC 7239)',
      fallback: 'x-forwarded-for',
    }),
  },
} satisfies Section;

/** Where the server listens, and its public address. */
export const server = {
  title: 'Server',
  variables: {
    port: variable('PORT', format.wholeNumber(0, 65_535), {
      about: 'The TCP port to listen on. 0 picks any free one.',
      format: 'a whole number from 0 to 65535',
      fallback: '3000',
    }),
    host: variable('HOST', format.host, {
      about: 'The address to listen on. The default is this machine only; 0.0.0.0 or :: is every address.',
      format: 'an IP address or a host name',
      fallback: '127.0.0.1',
    }),
    workers: variable('WORKERS', format.processes, {
      about:
        'How many processes answer requests. Each uses one core. With more than one, another process starts them. ' +
        '`auto`: one for each core.',
      format: 'auto, or a whole number from 1 to 256',
      fallback: '1',
    }),
    baseUrl: variable('BASE_URL', format.issuer, {
      about: 'The issuer, and the start of every link. It may have a path.',
      format:
        'an absolute http or https URL without user, query or fragment, its path of letters, digits and -._~ ' +
        '(in production https, unless the host is this machine)',
      fallback: { text: '`http://localhost:PORT`', from: ({ port }) => localUrl(port) },
    }),
    shutdownDelaySeconds: variable('SHUTDOWN_DELAY_SECONDS', format.duration(1, 0, 300), {
      about:
        'How long the server still accepts requests after it is told to stop. `/readyz` says so in the second half: ' +
        'in the first, a load balancer notices the node that was restarted before; in the second, that this one goes.',
      format: 'a whole number of seconds from 0 to 300',
      fallback: { text: '`6` in production, else `0`', from: ({ production }) => (production ? '6' : '0') },
    }),
    shutdownSeconds: variable('SHUTDOWN_TIMEOUT_SECONDS', format.duration(1, 1, 300), {
      about: 'How long requests in progress may then take to finish, before their connections are closed.',
      format: 'a whole number of seconds from 1 to 300',
      fallback: '10',
    }),
    requestSeconds: variable('REQUEST_TIMEOUT_SECONDS', format.duration(1, 1, 300), {
      about:
        'How long a request may take before it is answered with 503. In a streamed list, the limit is for each page.',
      format: 'a whole number of seconds from 1 to 300',
      fallback: '15',
    }),
    overloadLagMs: variable('OVERLOAD_LAG_MS', format.wholeNumber(0, 10_000), {
      about:
        'How long the event loop may lag, in milliseconds. While it lags longer because there are too many requests, ' +
        'new ones get 503 with `Retry-After`, as do those that have waited in line for two seconds. 0: none does.',
      format: 'a whole number of milliseconds from 0 to 10000',
      fallback: '100',
    }),
    readySeconds: variable('READY_TIMEOUT_SECONDS', format.duration(1, 1, 60), {
      about: 'How long `/readyz` waits for the database before it says that the server is not ready.',
      format: 'a whole number of seconds from 1 to 60',
      fallback: '2',
    }),
  },
} satisfies Section;

const madeUpInDevelopment = {
  text: 'generated and shown once; in production, an empty database requires it',
  generated: (valueOf: (name: string) => unknown) => valueOf('NODE_ENV') !== 'production',
};

/** The first customer. Used only for an empty database. */
export const bootstrap = {
  title: 'First start, on an empty database only',
  variables: {
    customer: optional('BOOTSTRAP_CUSTOMER', format.text(120), {
      about: 'The name of the first customer.',
      format: 'text of at most 120 characters',
      unset: madeUpInDevelopment,
    }),
    adminEmail: optional('BOOTSTRAP_ADMIN_EMAIL', z.email().max(254), {
      about: "The email address of that customer's administrator.",
      format: 'an email address',
      unset: madeUpInDevelopment,
    }),
    adminPassword: optional('BOOTSTRAP_ADMIN_PASSWORD', format.secretText(1024), {
      about: "That administrator's password.",
      format: 'at least PASSWORD_MIN_LENGTH characters, at most 1024 bytes',
      secret: true,
      unset: madeUpInDevelopment,
    }),
    clientId: optional('BOOTSTRAP_CLIENT_ID', z.string().regex(/^[\w.~-]{1,128}$/), {
      about: 'The id of the first service client, with the scopes read, write and admin.',
      format: 'at most 128 letters, digits and -._~',
      unset: madeUpInDevelopment,
    }),
    clientSecret: optional('BOOTSTRAP_CLIENT_SECRET', z.string().regex(/^[\x21-\x7e]{1,256}$/), {
      about: "That service client's secret.",
      format: `at most 256 printable ASCII characters without blanks, in production at least ${MIN_PRODUCTION_SECRET_CHARACTERS}`,
      secret: true,
      unset: madeUpInDevelopment,
    }),
  },
} satisfies Section;

/** Who may create an account. */
export const signup = {
  title: 'Sign-up',
  variables: {
    enabled: variable('SIGNUP_ENABLED', format.yesOrNo, {
      about: 'Whether strangers may create accounts. In production this needs SMTP_URL.',
      format: 'true or false',
      fallback: 'false',
    }),
    customer: optional('SIGNUP_CUSTOMER', format.text(120), {
      about: 'The name of the customer that new users join.',
      format: 'text of at most 120 characters',
      unset: { text: 'the oldest customer', generated: () => false },
    }),
    requireVerifiedEmail: optional('REQUIRE_VERIFIED_EMAIL', format.yesOrNo, {
      about:
        'Whether users must verify their address before they can sign in. With the correct password they are ' +
        'sent a link for it.',
      format: 'true or false',
      unset: { text: '`true` in production, else `false`', generated: () => false },
    }),
  },
} satisfies Section;

/** How the server sends mail. */
export const mail = {
  title: 'Mail',
  variables: {
    smtpUrl: optional('SMTP_URL', format.smtpUrl, {
      about: 'The mail server that sends mail.',
      format: 'an smtp:// or smtps:// URL with a host, user and password percent-encoded',
      secret: true,
      unset: {
        text: 'mails are kept for `/dev/mailbox`; in production none is sent, and operations that need one are refused',
        generated: () => false,
      },
    }),
    tls: optional('SMTP_TLS', format.oneOf('required', 'optional'), {
      about:
        'Whether mail may be sent in plain text to an smtp:// server that does not offer STARTTLS. An smtps:// ' +
        'server always gets TLS.',
      format: 'required or optional',
      unset: { text: 'required, unless the mail server is on this machine', generated: () => false },
    }),
    from: optional('MAIL_FROM', format.sender, {
      about: 'The sender of mail.',
      format: 'an email address, or a name followed by one in angle brackets',
      unset: { text: '`no-reply@` the host of `BASE_URL`', generated: () => false },
    }),
  },
} satisfies Section;

/** Who may change groups. */
export const groups = {
  title: 'Groups',
  variables: {
    managedBy: variable('GROUPS_MANAGED_BY', format.oneOf('members', 'admins'), {
      about:
        "Which users manage their customer's groups: all of them, or its administrators. Groups of an organization, and those that the second-factor policy names, are managed by administrators in either case.",
      format: 'members or admins',
      fallback: 'members',
    }),
  },
} satisfies Section;

/** How long a login lasts. */
export const sessions = {
  title: 'Sessions',
  variables: {
    idleSeconds: variable('SESSION_IDLE_MINUTES', format.duration(MINUTE, 1, 525_600), {
      about: 'How long a login lasts without use.',
      format: 'a whole number of minutes from 1 to 525600',
      fallback: '60',
    }),
    absoluteSeconds: variable('SESSION_ABSOLUTE_MINUTES', format.duration(MINUTE, 1, 525_600), {
      about: 'How long a login lasts at most, however much it is used.',
      format: 'a whole number of minutes from 1 to 525600, at least SESSION_IDLE_MINUTES',
      fallback: '1440',
    }),
    geoipDatabase: optional('GEOIP_DATABASE', format.filePath, {
      about: 'A GeoIP database of cities or countries, from which the list of sessions gets locations. Read at start.',
      format: 'the path of a file in the MaxMind format (.mmdb)',
      unset: { text: 'locations are “Unknown”', generated: () => false },
    }),
  },
} satisfies Section;

/** How long tokens are valid. */
export const tokens = {
  title: 'Tokens',
  variables: {
    accessSeconds: variable('ACCESS_TOKEN_SECONDS', format.duration(1, 10, DAY_SECONDS), {
      about:
        'How long an access token is valid, unless its session or grant ends before. For `fapi2` clients, 15 minutes at most.',
      format: `a whole number of seconds from 10 to ${DAY_SECONDS}`,
      fallback: '900',
    }),
    refreshSeconds: variable('REFRESH_TOKEN_DAYS', format.duration(DAY_SECONDS, 1, 3650), {
      about: 'How long after the login refresh tokens can be used, whether rotated or not.',
      format: 'a whole number of days from 1 to 3650',
      fallback: '30',
    }),
    dpopNonces: variable('DPOP_NONCES', format.oneOf('off', 'tokens', 'everywhere'), {
      about:
        'Which proofs of possession (DPoP) need a nonce of this server: none, those of requests for tokens, or also ' +
        'those at the use of access tokens.',
      format: 'off, tokens or everywhere',
      fallback: 'tokens',
    }),
    keyRotationSeconds: variable('KEY_ROTATION_DAYS', format.duration(DAY_SECONDS, 0, 3650), {
      about: 'How long a signing key signs before the server replaces it. With 0, only the command line replaces keys.',
      format: 'a whole number of days from 0 to 3650',
      fallback: '90',
    }),
  },
} satisfies Section;

/** The rules for passwords. */
export const passwords = {
  title: 'Passwords',
  variables: {
    minLength: variable('PASSWORD_MIN_LENGTH', format.wholeNumber(MIN_PASSWORD_CHARACTERS, 128), {
      about: 'The minimum number of characters of a new password.',
      format: `a whole number from ${MIN_PASSWORD_CHARACTERS} to 128`,
      fallback: String(MIN_PASSWORD_CHARACTERS),
    }),
    minScore: variable('PASSWORD_MIN_SCORE', format.wholeNumber(0, 4), {
      about:
        'How hard a new password must be to guess, as zxcvbn estimates it: 0 accepts all, 1 needs a thousand ' +
        'guesses, 2 a million, 3 a hundred million, 4 ten thousand million.',
      format: 'a whole number from 0 to 4',
      fallback: '2',
    }),
    breachRangeUrl: optional('PASSWORD_BREACH_RANGE_URL', format.addressPrefix, {
      about:
        'A range service of breached passwords, such as `https://api.pwnedpasswords.com/range/`. The server ' +
        'appends the first five digits of the SHA-1 of a new password to the address. OUTGOING_PRIVATE_NETWORKS ' +
        'applies to it.',
      format: 'an http or https URL that ends in a slash or an equals sign, in production https',
      unset: { text: 'new passwords are not looked up', generated: () => false },
    }),
  },
} satisfies Section;

/** How much one caller may use. */
export const limits = {
  title: 'Limits',
  variables: {
    costPerSecond: variable('COST_PER_SECOND', format.wholeNumber(1, 100_000_000), {
      about:
        'What each administrator and each service account may spend in a second on GraphQL and REST, and a member a ' +
        'fifth of it. 200000 can be saved up. In GraphQL a field costs 1. In REST a request costs 1, and 1 more for every ten items of a list. ' +
        'An address without a token gets a tenth.',
      format: 'a whole number from 1 to 100000000',
      fallback: '50000',
    }),
    memberChangesPerHour: variable('MEMBER_CHANGES_PER_HOUR', format.wholeNumber(1, 100_000_000), {
      about:
        'How much a user who does not administer can change in an hour. Each item of a list counts, and of users to add ' +
        'to groups or to remove every ten memberships. Administrators and service accounts have no such limit.',
      format: 'a whole number from 1 to 100000000',
      fallback: '1000',
    }),
    memberGroups: variable('MEMBER_GROUPS_MAX', format.wholeNumber(0, 100_000_000), {
      about: 'How many groups there may be that a user has created who does not administer.',
      format: 'a whole number from 0 to 100000000',
      fallback: '500',
    }),
  },
} satisfies Section;

/** The sections of `Config` by key. `general` is its root. */
export const sections = {
  server,
  database,
  bootstrap,
  signup,
  mail,
  groups,
  clients,
  mutualTls,
  authentication,
  authorizationDetails,
  sessions,
  tokens,
  audit,
  passwords,
  graphql,
  limits,
  outgoing,
  management,
  tracing,
};

/** The parsed configuration. Durations are in seconds. */
export type Config = Values<typeof general> & {
  readonly [K in keyof typeof sections]: Values<(typeof sections)[K]>;
} & { readonly origins: Readonly<Record<string, SettingOrigin>> };
