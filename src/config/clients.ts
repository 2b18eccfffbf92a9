import * as format from './format.ts';
import { type Section, variable } from './variable.ts';

/** Who may register clients. */
export const clients = {
  title: 'Clients',
  variables: {
    ofMembers: variable('MEMBER_CLIENTS', format.oneOf('on', 'off'), {
      about:
        'Whether users may register their own applications, for logins only. If off, existing ones sign nobody ' +
        'in.',
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
    resourceMetadata: variable('PROTECTED_RESOURCE_METADATA', format.oneOf('on', 'off'), {
      about:
        'Whether the server publishes metadata of its APIs (RFC 9728), which tells applications where they get access ' +
        'tokens for them.',
      format: 'on or off',
      fallback: 'off',
    }),
  },
} satisfies Section;
