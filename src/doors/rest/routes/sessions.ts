import * as z from 'zod';
import { graphql } from '../../graphql/execute.ts';
import { PAGE_MAX } from '../../../ground/lists/pagination.ts';
import { timestamp, uuid } from '../fields.ts';
import { route } from '../route.ts';

const TAG = 'Sessions';

const session = z
  .strictObject({
    id: uuid,
    device_name: z.string().meta({ description: 'The browser and the system, such as “Firefox on Linux”.' }),
    ip_address: z.string().meta({ description: 'The address that the user signed in from.' }),
    location: z.string().meta({ description: 'The place of that address, such as “Berlin, Germany”, or “Unknown”.' }),
    last_accessed: timestamp,
    created_at: timestamp,
    is_current: z.boolean().meta({ description: 'Whether the access token belongs to this session.' }),
  })
  .meta({ id: 'Session', description: 'A session of the calling user.' });

/** The calling user's sessions. */
export const sessionRoutes = [
  route({
    method: 'get',
    path: '/api/sessions',
    operationId: 'listSessions',
    summary: 'List your own sessions, most recently used first.',
    tag: TAG,
    scope: null,
    status: 200,
    noun: 'session',
    response: z.strictObject({ sessions: z.array(session) }),
    document: graphql(`
      query ($first: Int!) {
        sessions(first: $first) {
          edges {
            node {
              id
              device_name: deviceName
              ip_address: ipAddress
              location
              last_accessed: lastAccessedAt
              created_at: createdAt
              is_current: isCurrent
            }
          }
        }
      }
    `),
    variables: () => ({ first: PAGE_MAX }),
    answer: ({ sessions: { edges } }) => ({ sessions: edges.map(({ node }) => node) }),
  }),
  route({
    method: 'delete',
    path: '/api/sessions/:session',
    operationId: 'revokeSession',
    summary: 'End one of your own sessions and revoke all its tokens.',
    tag: TAG,
    scope: null,
    status: 200,
    noun: 'session',
    response: z.strictObject({ success: z.literal(true), message: z.string() }),
    document: graphql('mutation ($id: ID!) { revokeSession(id: $id, own: true) { session { id } } }'),
    variables: ({ params }) => ({ id: params.session }),
    answer: () => ({ success: true, message: 'The session and all its tokens are revoked.' }),
  }),
];
