import { join, relative, resolve } from 'node:path';
import type { Config } from '../ground/config/load.ts';
import type { FirstCustomer } from './bootstrap.ts';

/** The checkout, or the folder of the installed package. */
const HOME = resolve(import.meta.dirname, '../..');

type Facts = readonly (readonly [string, string])[];

/**
 * The box with the first credentials. Printed only at the first start, because the secrets are not stored. It goes to the
 * terminal and never to the log.
 */
export function welcome(issuer: string, config: Config, made: FirstCustomer): string {
  const home = relative('', HOME);
  const secrets: Facts = [
    ['Administrator', made.adminEmail],
    ['  password', made.adminPassword],
    ['Service client', made.clientId],
    ['  secret', made.clientSecret],
    ['Customer', `${made.name} (${made.customerId})`],
  ];
  const addresses: Facts = [
    ['Console', `${issuer}/console`],
    ['Sign in', `${issuer}/login`],
    ['Your account', `${issuer}/account`],
    ...(keepsMails(config) ? ([['Mailbox', `${issuer}/dev/mailbox`]] as const) : []),
    ['Issuer', issuer],
    ['Discovery', `${issuer}/.well-known/openid-configuration`],
    ['REST', `${issuer}/openapi.json describes it`],
    ['GraphQL', `${issuer}/graphql`],
    ['Documentation', `${join(home, 'README.md')}, ${join(home, 'docs')}/`],
  ];
  const folder = config.database.url === undefined && config.dataDir;
  const data: Facts = folder
    ? [
        ['Data', folder],
        ['Start over', `stop the server, then rm -r ${folder}`],
      ]
    : [['Data', 'the database at DATABASE_URL']];
  const lines = [
    'Guildhall is ready. These secrets are shown only once. Keep them.',
    ...[secrets, addresses, data].flatMap((facts) => [
      '',
      ...facts.map(([name, value]) => `${name.padEnd(15)} ${value}`),
    ]),
    '',
    'Get a token:',
    '',
    `curl -d grant_type=client_credentials -d client_id=${made.clientId} \\`,
    `  -d client_secret=${made.clientSecret} -d 'scope=read write admin' \\`,
    `  ${issuer}/oauth2/token`,
    ...(made.signInPath === null
      ? []
      : ['', 'Open the console, signed in (once, within 15 minutes):', '', issuer + made.signInPath]),
  ];
  // Without lines at the sides, so that the text can be copied.
  const rule = '─'.repeat(Math.max(...lines.map((line) => line.length)));
  return [rule, ...lines, rule].join('\n');
}

const keepsMails = ({ env, mail }: Config): boolean => env !== 'production' && mail.smtpUrl === undefined;
