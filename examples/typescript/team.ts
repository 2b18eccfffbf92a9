/**
 * Makes a group of all users whose addresses are of one domain: `node team.ts <name of the group> <domain>`. The variables
 * GUILDHALL_URL, CLIENT_ID and CLIENT_SECRET say where the server is, and which service account asks.
 */
import { clientCredentials, graphql, Guildhall, GuildhallError } from '@guildhall/client';

const [name = '', domain = ''] = process.argv.slice(2);
const { GUILDHALL_URL: url = '', CLIENT_ID: clientId = '', CLIENT_SECRET: clientSecret = '' } = process.env;

const USERS = graphql(`
  query Users($after: String) {
    users(first: 100, after: $after) {
      edges {
        node {
          id
          email
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const CREATE_GROUP = graphql(`
  mutation CreateGroup($input: CreateGroupInput!) {
    createGroup(input: $input) {
      group {
        id
        memberCount
      }
    }
  }
`);

const guildhall = new Guildhall({
  url,
  token: clientCredentials({ url, clientId, clientSecret, scope: 'write' }),
});

try {
  const memberIds = [];
  for await (const { id, email } of guildhall.all(USERS, {}, ({ users }) => users))
    if (email.endsWith(`@${domain}`)) memberIds.push(id);
  const { createGroup } = await guildhall.request(CREATE_GROUP, { input: { name, memberIds } });
  console.log(`${name} has ${createGroup.group.memberCount} members.`);
} catch (error) {
  if (!(error instanceof GuildhallError)) throw error;
  console.error(`${error.code}: ${error.message}`);
  for (const { path, message } of error.faults) console.error(`  ${path}: ${message}`);
  process.exitCode = 1;
}
