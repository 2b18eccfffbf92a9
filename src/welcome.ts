import type { CustomerCredentials } from './modules/customers/index.ts';

/** The one box a newcomer needs, printed at the first start only: the secrets in it are stored nowhere. */
export function welcome(issuer: string, made: CustomerCredentials): string {
  const facts: [string, string][] = [
    ['Issuer', issuer],
    ['Discovery', `${issuer}/.well-known/openid-configuration`],
    ['GraphQL', `${issuer}/graphql`],
    ['Customer', `${made.name} (${made.customerId})`],
    ['Administrator', made.adminEmail],
    ['  password', made.adminPassword],
    ['Service client', made.clientId],
    ['  secret', made.clientSecret],
  ];
  const lines = [
    'Guildhall is ready. These secrets are shown this once; keep them.',
    '',
    ...facts.map(([name, value]) => `${name.padEnd(15)} ${value}`),
    '',
    'Get a token:',
    '',
    `curl -d grant_type=client_credentials -d client_id=${made.clientId} \\`,
    `  -d client_secret=${made.clientSecret} -d 'scope=read write admin' \\`,
    `  ${issuer}/oauth2/token`,
  ];
  // Open at the sides, so that what it holds can be copied as it stands.
  const rule = '─'.repeat(Math.max(...lines.map((line) => line.length)));
  return [rule, ...lines, rule].join('\n');
}
