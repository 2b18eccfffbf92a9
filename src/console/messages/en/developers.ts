/** The texts in English of the explorer and the API reference. */
export const developers = {
  'explorer.lead': 'Queries and mutations run with your authority, for real. Yours are kept in this browser.',
  'explorer.examples': 'Examples',
  'explorer.prove': 'Sign in again',
  'explorer.trusted': 'This server runs trusted documents only',
  'explorer.trustedText':
    'GRAPHQL_DOCUMENTS is “trusted”. So the schema cannot be read, and what is typed here is refused.',
  'example.rights': 'Who am I, and what may I do?',
  'example.find': 'Find a person, a group or an application',
  'example.user': 'One user: groups, sessions and consents',
  'example.inactive': 'Users who have not signed in for 90 days',
  'example.factor': 'Administrators without a second factor',
  'example.groups': 'Groups with disabled members',
  'example.secrets': 'Applications with the oldest secrets',
  'example.trail': 'What happened to users since yesterday',
  'example.create': 'Create a group with a member',
  'reference.lead': 'The REST paths, from the server’s own description. Programs call them with an access token.',
} as const;
