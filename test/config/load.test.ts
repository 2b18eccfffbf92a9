import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  bootstrapFaults,
  ConfigError,
  configEntries,
  configWarnings,
  listeningOn,
  loadConfig,
} from '../../src/ground/config/load.ts';
import { allVariables } from '../../src/ground/config/reading.ts';
import type { Environment } from '../../src/ground/config/source.ts';

const KEY = Buffer.alloc(32, 7);
const DATABASE_URL = 'postgres://guildhall:s3cret@db.example/guildhall';

/** The faults of an environment, empty when it has none. */
function faultsOf(env: Environment): ConfigError['faults'] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

const entry = (name: string, env: Environment) => configEntries(env).find((candidate) => candidate.name === name);

const faulty = (env: Environment) => faultsOf(env).map(({ variable }) => variable);

describe('loadConfig', () => {
  it('needs nothing to be set', () => {
    expect(loadConfig({})).toMatchObject({
      env: 'development',
      logLevel: 'info',
      logRequests: false,
      secretKey: undefined,
      trustProxy: false,
      server: { port: 3000, host: '127.0.0.1', baseUrl: 'http://localhost:3000', shutdownDelaySeconds: 0 },
      database: { url: undefined, poolSize: 10 },
      bootstrap: { customer: undefined, adminEmail: undefined, clientSecret: undefined },
      signup: { enabled: false },
      groups: { managedBy: 'members' },
      sessions: { idleSeconds: 3600, absoluteSeconds: 86_400 },
      tokens: { accessSeconds: 900, refreshSeconds: 2_592_000 },
      passwords: { minLength: 8 },
      outgoing: { privateNetworks: undefined },
    });
  });

  it('has values that a parent can send to its workers', () => {
    const config = loadConfig({
      ACR_LEVELS: 'urn:a:1=any,urn:a:2=otp|passkey',
      AUTHORIZATION_DETAILS_TYPES: '{"pay":{"name":"Pay","members":{"amount":{"type":"string","title":"Amount"}}}}',
      BASE_URL: 'https://id.example/path',
      CLIENT_METADATA_HOSTS: 'apps.example, *.example',
      DATABASE_URL,
      DATABASE_READ_URL: DATABASE_URL,
      NODE_ENV: 'production',
      OUTGOING_PRIVATE_NETWORKS: '10.0.0.0/8',
      SECRET_KEY: KEY.toString('base64url'),
      SMTP_URL: 'smtp://user:hunter2@mail.example',
      TRUST_PROXY: 'loopback, 10.0.0.0/8',
    });
    expect(structuredClone(config)).toEqual(config);
  });

  it('tells where each value comes from, and nothing else of a secret', () => {
    const { origins } = loadConfig({ PORT: '4000', SMTP_URL: 'smtp://user:hunter2@mail.example' });
    expect(origins).toMatchObject({
      PORT: 'environment',
      SMTP_URL: 'environment',
      PASSWORD_MIN_LENGTH: 'default',
      REQUIRE_VERIFIED_EMAIL: 'unset',
      SECRET_KEY: 'generated',
    });
    expect(JSON.stringify(origins)).not.toContain('hunter2');
  });

  it('takes certificates of clients from proxies at known addresses alone', () => {
    const given = { CLIENT_CERTIFICATE_HEADER: 'Client-Cert', TRUST_PROXY: '10.0.0.0/8' };
    expect(loadConfig(given).mutualTls).toMatchObject({ header: 'client-cert', format: 'rfc9440' });
    for (const TRUST_PROXY of ['', '1', 'false']) expect(faulty({ ...given, TRUST_PROXY })).toEqual(['TRUST_PROXY']);
    for (const name of ['Authorization', 'X-Forwarded-For', 'not a name'])
      expect(faulty({ ...given, CLIENT_CERTIFICATE_HEADER: name })).toEqual(['CLIENT_CERTIFICATE_HEADER']);
    expect(faulty({ ...given, CLIENT_CERTIFICATE_FORMAT: 'pem' })).toEqual(['CLIENT_CERTIFICATE_FORMAT']);
    for (const more of [{ CLIENT_CERTIFICATE_FORMAT: 'nginx' }, { MTLS_BASE_URL: 'https://mtls.example' }])
      expect(faulty(more)).toEqual(['CLIENT_CERTIFICATE_HEADER']);
    for (const MTLS_BASE_URL of ['http://mtls.example', 'https://mtls.example/path'])
      expect(faulty({ ...given, MTLS_BASE_URL })).toEqual(['MTLS_BASE_URL']);
  });

  it('takes a blank value for none', () => {
    expect(loadConfig({ PORT: '', SIGNUP_ENABLED: '  ', DATABASE_URL: '\n' })).toEqual(loadConfig({}));
  });

  it('takes a faulty value for set, so that what it requires is asked for at once', () => {
    expect(faulty({ DATABASE_URL: 'mysql://db/guildhall' })).toEqual(['DATABASE_URL', 'SECRET_KEY']);
  });

  it('lists every fault at once, with what was read and what is expected', () => {
    const env = { PORT: 'abc', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://u:hunter2@h/d', SIGNUP_ENABLED: 'maybe' };
    expect(() => loadConfig(env)).toThrow(
      new ConfigError([
        {
          variable: 'LOG_LEVEL',
          read: '"loud"',
          expected: 'trace, debug, info, warn, error, fatal or silent',
        },
        { variable: 'PORT', read: '"abc"', expected: 'a whole number from 0 to 65535' },
        {
          variable: 'DATABASE_URL',
          read: '(secret, 21 characters)',
          expected: 'a postgres:// or postgresql:// URL, special characters in its parts percent-encoded',
        },
        { variable: 'SIGNUP_ENABLED', read: '"maybe"', expected: 'true or false' },
        {
          variable: 'SECRET_KEY',
          read: 'nothing',
          expected: '32 random bytes as base64, base64url or 64 hexadecimal digits, because DATABASE_URL is set',
        },
      ]),
    );
  });

  it('prints its faults as a list', () => {
    expect(() => loadConfig({ PORT: '-1', HOST: 'a b' })).toThrow(
      'The configuration has 2 faults:\n' +
        '  PORT: read "-1"; expected a whole number from 0 to 65535\n' +
        '  HOST: read "a b"; expected an IP address or a host name',
    );
  });

  it('leaves a password in a URL out of what it prints', () => {
    expect(faultsOf({ BASE_URL: 'https://root:hunter2@id.example' })[0]?.read).toBe('"https://***@id.example"');
  });

  it('requires SECRET_KEY with DATABASE_URL and not without', () => {
    expect(faulty({ DATABASE_URL })).toEqual(['SECRET_KEY']);
    expect(loadConfig({ DATABASE_URL, SECRET_KEY: KEY.toString('base64') }).database.url).toBe(DATABASE_URL);
  });

  it.each([
    ['http://id.example', ['BASE_URL']],
    ['http://127.0.0.1.evil.example', ['BASE_URL']],
    ['https://id.example', []],
    ['http://localhost:8080', []],
    ['http://127.0.0.1:3000/auth', []],
    ['http://[::1]:3000', []],
  ])('in production, finds with BASE_URL=%s the faults %j', (baseUrl, faults) => {
    expect(faulty({ NODE_ENV: 'production', BASE_URL: baseUrl })).toEqual(faults);
  });

  it.each([
    [{}, 'https://id.example', ['NODE_ENV']],
    [{ NODE_ENV: 'development' }, 'http://id.example', ['NODE_ENV']],
    [{ NODE_ENV: 'test' }, 'https://192.0.2.1', ['NODE_ENV']],
    [{}, 'https://localhost.evil.example', ['NODE_ENV']],
    [{}, 'http://localhost:8080/auth', []],
    [{}, 'https://app.localhost', []],
    [{}, 'http://127.1.2.3', []],
  ])('outside production (%j), finds with BASE_URL=%s the faults %j', (env, baseUrl, faults) => {
    expect(faulty({ ...env, BASE_URL: baseUrl })).toEqual(faults);
  });

  it('says why development does not run at an address of another machine', () => {
    expect(() => loadConfig({ BASE_URL: 'https://id.example' })).toThrow(
      'NODE_ENV: read nothing; expected production, because the host of BASE_URL is not this machine',
    );
  });

  it('lets members have clients of their own, but in production where nobody has said so', () => {
    expect(loadConfig({}).clients.ofMembers).toBe('on');
    expect(loadConfig({ NODE_ENV: 'production' }).clients.ofMembers).toBe('off');
    expect(loadConfig({ NODE_ENV: 'production', MEMBER_CLIENTS: 'on' }).clients.ofMembers).toBe('on');
  });

  it('wants it said in production that strangers who sign up manage the groups', () => {
    const env = { NODE_ENV: 'production', SIGNUP_ENABLED: 'true', SMTP_URL: 'smtp://mail.example' };
    expect(faulty(env)).toEqual(['GROUPS_MANAGED_BY']);
    for (const GROUPS_MANAGED_BY of ['members', 'admins']) expect(faulty({ ...env, GROUPS_MANAGED_BY })).toEqual([]);
    expect(faulty({ ...env, NODE_ENV: 'development' })).toEqual([]);
  });

  it('refuses sessions that end before they may idle', () => {
    expect(faulty({ SESSION_ABSOLUTE_MINUTES: '30' })).toEqual(['SESSION_ABSOLUTE_MINUTES']);
    expect(faulty({ SESSION_ABSOLUTE_MINUTES: '30', SESSION_IDLE_MINUTES: 'x' })).toEqual(['SESSION_IDLE_MINUTES']);
  });

  it('holds the first password to PASSWORD_MIN_LENGTH, in characters', () => {
    expect(faulty({ BOOTSTRAP_ADMIN_PASSWORD: '🔑'.repeat(7) })).toEqual(['BOOTSTRAP_ADMIN_PASSWORD']);
    expect(faulty({ BOOTSTRAP_ADMIN_PASSWORD: '🔑'.repeat(8) })).toEqual([]);
    expect(faulty({ BOOTSTRAP_ADMIN_PASSWORD: 'nine char', PASSWORD_MIN_LENGTH: '10' })).toEqual([
      'BOOTSTRAP_ADMIN_PASSWORD',
    ]);
  });

  it('keeps the blanks of a password', () => {
    expect(loadConfig({ BOOTSTRAP_ADMIN_PASSWORD: ' pass phrase ' }).bootstrap.adminPassword).toBe(' pass phrase ');
  });

  it('refuses a short client secret in production only', () => {
    expect(faulty({ BOOTSTRAP_CLIENT_SECRET: 'short' })).toEqual([]);
    expect(faulty({ BOOTSTRAP_CLIENT_SECRET: 'short', NODE_ENV: 'production' })).toEqual(['BOOTSTRAP_CLIENT_SECRET']);
  });

  it('throws nothing but a ConfigError, and never a secret, whatever the environment', () => {
    const secrets = allVariables.flatMap(({ name, secret }) => (secret ? [name] : []));
    const others = allVariables.flatMap(({ name, secret }) => (secret ? [`${name}_FILE`] : [name]));
    const word = fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.integer().map(String));
    // Long and of letters that no message is made of, so that finding it there is no coincidence.
    const secret = fc.string({
      unit: fc.constantFrom('Ж', 'Щ', '5', '@', ':', '/', ' '),
      minLength: 12,
      maxLength: 60,
    });
    const environment = fc
      .tuple(
        fc.dictionary(fc.constantFrom(...others, 'HOME', 'XDG_DATA_HOME'), word),
        fc.dictionary(
          fc.constantFrom(...secrets),
          secret.map((text) => `Ж${text}Щ`),
        ),
        fc.dictionary(fc.string(), word),
      )
      .map(([plain, secretive, strange]) => ({ secretive, env: { ...strange, ...plain, ...secretive } }));
    fc.assert(
      fc.property(environment, ({ env, secretive }) => {
        const told = [...faultsOf(env).map((fault) => new ConfigError([fault]).message), ...configWarnings(env)];
        const all = [...told, JSON.stringify(configEntries(env))].join('\n');
        for (const value of Object.values(secretive)) expect(all).not.toContain(value);
      }),
      { numRuns: 500 },
    );
  });
});

describe('configEntries', () => {
  it('says where each value comes from', () => {
    expect(entry('PORT', {})).toMatchObject({ value: '3000', origin: 'default' });
    expect(entry('PORT', { PORT: ' 8080 ' })).toMatchObject({ value: '8080', origin: 'environment' });
    expect(entry('SESSION_IDLE_MINUTES', { SESSION_IDLE_MINUTES: '5' })).toMatchObject({ value: '5' });
    expect(entry('BASE_URL', { PORT: '8080' })).toMatchObject({ value: 'http://localhost:8080', origin: 'default' });
    expect(entry('DATABASE_URL', {})).toMatchObject({ value: null, origin: 'unset' });
  });

  it('tells what is generated from what is missing', () => {
    expect(entry('SECRET_KEY', {})?.origin).toBe('generated');
    expect(entry('SECRET_KEY', { DATABASE_URL })?.origin).toBe('unset');
    expect(entry('BOOTSTRAP_CLIENT_ID', {})?.origin).toBe('generated');
    expect(entry('BOOTSTRAP_CLIENT_ID', { NODE_ENV: 'production' })?.origin).toBe('unset');
  });

  it('stars secrets out and shows the rest in spite of faults', () => {
    const env = { DATABASE_URL, PORT: 'abc', BASE_URL: 'https://root:hunter2@id.example/?' };
    expect(entry('DATABASE_URL', env)).toMatchObject({ value: '********', origin: 'environment' });
    expect(entry('PORT', env)).toMatchObject({ value: 'abc', origin: 'environment' });
    expect(entry('BASE_URL', env)?.value).toBe('https://***@id.example/?');
  });

  it('describes every variable', () => {
    for (const { name, description } of configEntries({})) expect(`${name}: ${description}`).toMatch(/^[A-Z_]+: .+\.$/);
  });
});

describe('configWarnings', () => {
  it.each([
    ['GROUPS_MANAGED', 'GROUPS_MANAGED_BY'],
    ['BOOTSTRAP_CLIENT', 'BOOTSTRAP_CLIENT_ID'],
    ['SIGNUP', undefined],
    ['SIGNUP_ENABLE', 'SIGNUP_ENABLED'],
    ['SESSION_IDLE_SECONDS', 'SESSION_IDLE_MINUTES'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['SESSION_MANAGER', undefined],
    ['NODE_OPTIONS', undefined],
    ['HOSTNAME', undefined],
    ['LOGNAME', undefined],
    ['DATABASE_URL_FILE', undefined],
  ])('takes %s for a misspelled %s', (name, meant) => {
    expect(configWarnings({ [name]: 'hunter2' })).toEqual(
      meant === undefined ? [] : [`"${name}" is not a setting; did you mean ${meant}?`],
    );
  });

  it('says that only secrets are read from files', () => {
    expect(configWarnings({ PORT_FILE: '/run/port' })).toEqual([
      'PORT_FILE is ignored: only secrets are read from files.',
    ]);
  });

  it('asks for BASE_URL in production', () => {
    expect(configWarnings({ NODE_ENV: 'production' })).toHaveLength(1);
    expect(configWarnings({ NODE_ENV: 'production', BASE_URL: 'https://id.example' })).toEqual([]);
  });
});

describe('what goes in plain text', () => {
  it.each([
    ['postgres://u:p@db.example/g', true],
    ['postgres://u:p@db.example/g?sslmode=disable', true],
    ['postgres://u:p@10.0.0.5/g?ssl=0', true],
    ['postgres://u:p@localhost/g?host=db.example', true],
    ['postgres://u:p@db.example/g?sslmode=verify-full', false],
    ['postgres://u:p@db.example/g?ssl=true', false],
    ['postgres://u:p@localhost/g', false],
    ['postgres://u:p@[::1]:5433/g', false],
    ['postgres://u:p@db.example/g?host=/run/postgresql', false],
    ['postgres:///g', false],
    ['postgres://u:p@localhost,db.example/g', true],
    ['postgres://u:p@one,db.example/g?sslmode=verify-full', false],
  ])('is warned of with DATABASE_URL=%s: %s', (url, warned) => {
    const told = expect.stringMatching(/^DATABASE_URL leads to another machine without TLS/);
    expect(configWarnings({ DATABASE_URL: url })).toEqual(warned ? [told] : []);
    expect(configWarnings({ DATABASE_URL: url, PGSSLMODE: 'require' })).toEqual(
      warned && /ssl/.test(url) ? [told] : [],
    );
  });

  it.each([
    ['0.0.0.0', 'development', true],
    ['::', 'test', true],
    ['127.0.0.1', 'development', false],
    ['::1', 'development', false],
    ['localhost', 'development', false],
  ])('is the mailbox of a server that listens at %s in %s: %s', (HOST, NODE_ENV, warned) => {
    const told = expect.stringMatching(/^HOST is not this machine.*mailbox/);
    expect(configWarnings({ HOST, NODE_ENV })).toEqual(warned ? [told] : []);
  });
});

describe('bootstrapFaults', () => {
  it('lets development make its credentials up', () => {
    expect(bootstrapFaults(loadConfig({}))).toEqual([]);
  });

  it('names in production everything an empty database lacks', () => {
    const env = { NODE_ENV: 'production', BOOTSTRAP_CUSTOMER: 'Acme', BOOTSTRAP_CLIENT_ID: 'acme-service' };
    expect(bootstrapFaults(loadConfig(env)).map(({ variable }) => variable)).toEqual([
      'BOOTSTRAP_ADMIN_EMAIL',
      'BOOTSTRAP_ADMIN_PASSWORD',
      'BOOTSTRAP_CLIENT_SECRET',
    ]);
  });
});

describe('listeningOn', () => {
  it('names the port the system gave in the default issuer', () => {
    expect(listeningOn(loadConfig({ PORT: '0' }), 4711).server).toMatchObject({
      port: 4711,
      baseUrl: 'http://localhost:4711',
    });
  });

  it('leaves an issuer that was set alone', () => {
    const config = loadConfig({ PORT: '0', NODE_ENV: 'production', BASE_URL: 'https://id.example' });
    expect(listeningOn(config, 4711).server.baseUrl).toBe('https://id.example');
  });
});
