import * as format from './format.ts';
import { optional, type Section, variable } from './variable.ts';

/** Who may register clients. */
export const clients = {
  title: 'Clients',
  variables: {
    ofMembers: variable('MEMBER_CLIENTS', format.oneOf('on', 'off'), {
      about:
        'Whether users may register their own applications, for logins only. If off, existing ones can do nothing.',
      format: 'on or off',
      fallback: {
        text: '`off` in production, else `on`',
        from: ({ production }) => (production ? 'off' : 'on'),
      },
    }),
    registration: variable('CLIENT_REGISTRATION', format.oneOf('on', 'off'), {
      about:
        'Whether applications may register themselves (RFC 7591) with the initial access tokens of administrators.',
      format: 'on or off',
      fallback: 'off',
    }),
    metadataHosts: optional('CLIENT_METADATA_HOSTS', format.hostPatterns, {
      about:
        'The hosts at which applications may describe themselves: the address of such a document is the client_id. ' +
        'Any host with https can be allowed by a star.',
      format: 'host names, *. and a name for all below it, or *, separated by commas',
      unset: { text: 'no application describes itself', generated: () => false },
    }),
    metadataCustomer: optional('CLIENT_METADATA_CUSTOMER', format.text(120), {
      about: 'The name of the customer that such applications belong to. Only its users sign in to them.',
      format: 'text of at most 120 characters',
      unset: { text: 'the oldest customer', generated: () => false },
    }),
    metadataResources: optional('CLIENT_METADATA_RESOURCES', format.resources, {
      about:
        'The resource servers that such applications may request access tokens for (RFC 8707). ' +
        'Of those that are APIs of the customer, they may request all scopes.',
      format: 'absolute URIs, separated by commas',
      unset: { text: 'none', generated: () => false },
    }),
    resourceMetadata: variable('PROTECTED_RESOURCE_METADATA', format.oneOf('on', 'off'), {
      about:
        'Whether the server publishes metadata of its APIs (RFC 9728), which tells applications where they get access ' +
        'tokens for them.',
      format: 'on or off',
      fallback: 'off',
    }),
  },
} satisfies Section;
