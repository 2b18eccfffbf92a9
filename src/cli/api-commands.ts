import { command } from './command.ts';
import { CUSTOMER } from './options.ts';

const API = { value: '<API id>', required: true, positional: true, about: 'The API’s id.' } as const;
const SCOPE = { value: '<scope id>', required: true, positional: true, about: 'The scope’s id.' } as const;
const DRY_RUN = { about: 'Change nothing, and only report what would end.' } as const;
const YES_NO = ['yes', 'no'] as const;
const answer = (about: string) => ({ value: '<answer>', choices: YES_NO, about }) as const;

const SETTINGS = {
  description: { value: '<text>', about: 'What the API is for.' },
  'logo-uri': { value: '<URL>', about: 'Its logo, for the consent page. Empty for none.' },
  'token-seconds': {
    value: '<seconds>',
    about: 'How long its access tokens live, from 60 to 86400. Empty for as long as the server’s own.',
  },
  'signing-alg': {
    value: '<algorithm>',
    choices: ['ES256', 'RS256', 'PS256', 'EdDSA'],
    about: 'What its access tokens are signed with.',
  },
  'allows-refresh-tokens': answer('Whether logins for it get refresh tokens.'),
  'is-first-party': answer('Whether it is your own, so that users are not asked for consent.'),
  'requires-role': answer('Whether users get only the scopes that their roles have.'),
  'tells-roles': answer('Whether its tokens have the subject’s roles.'),
  'tells-groups': answer('Whether its tokens have the subject’s groups.'),
  'tells-entitlements': answer('Whether its tokens have all scopes that the subject may have.'),
} as const;
const SENTENCE = {
  description: { value: '<text>', about: 'A sentence for the consent page.' },
  default: answer('Whether a request that names the API and none of its scopes gets it.'),
  optional: answer('Whether users can leave it out on the consent page.'),
} as const;
const GIVEN = {
  client: { value: '<client id>', required: true, positional: true, about: 'The client’s id.' },
  scopes: { value: '<ids>', required: true, about: 'The ids of scopes of APIs, separated by commas.' },
  customer: CUSTOMER,
} as const;

/** The commands about APIs, in the order of the help. */
export const apiCommands = [
  command('api list', {
    summary: 'Lists a customer’s APIs',
    details: 'Shows ids, identifiers and names.',
    options: { customer: CUSTOMER },
    run: async ({ customer }) => (await import('./api.ts')).apiList(customer),
  }),
  command('api show', {
    summary: 'Shows an API with its scopes',
    details: 'Shows up to a thousand scopes, which is as many as it can have.',
    options: { api: API, customer: CUSTOMER },
    run: async ({ api, customer }) => (await import('./api.ts')).apiShow(api, customer),
  }),
  command('api create', {
    summary: 'Creates an API with its first scopes, which no client has yet',
    details: 'What is left out has the defaults of GraphQL’s createApi.',
    options: {
      identifier: {
        value: '<URI>',
        required: true,
        about: 'Its absolute URI: the resource of requests and the audience of tokens.',
      },
      name: { value: '<name>', required: true, about: 'Its name.' },
      scopes: { value: '<names>', about: 'The names of its scopes, separated by spaces.' },
      ...SETTINGS,
      customer: CUSTOMER,
    },
    run: async (given) => (await import('./api.ts')).apiCreate(given),
  }),
  command('api update', {
    summary: 'Changes an API',
    details: 'What is left out stays as it is.',
    options: {
      api: API,
      identifier: { value: '<URI>', about: 'Its new identifier.' },
      name: { value: '<name>', about: 'Its new name.' },
      ...SETTINGS,
      customer: CUSTOMER,
    },
    run: async (given) => (await import('./api.ts')).apiUpdate(given),
  }),
  command('api delete', {
    summary: 'Deletes an API with its scopes and roles',
    details: 'Its tokens end at once. If it is in use, --confirm has to be its identifier.',
    options: {
      api: API,
      confirm: { value: '<URI>', about: 'The API’s identifier.' },
      'dry-run': DRY_RUN,
      customer: CUSTOMER,
    },
    run: async ({ 'dry-run': dryRun, ...given }) => (await import('./api.ts')).apiDelete({ dryRun, ...given }),
  }),
  command('api add-scope', {
    summary: 'Adds a scope to an API',
    details: 'No client has it yet.',
    options: {
      api: API,
      name: { value: '<name>', required: true, about: 'Its name, such as orders:read.' },
      ...SENTENCE,
      customer: CUSTOMER,
    },
    run: async (given) => (await import('./api-scope.ts')).scopeAdd(given),
  }),
  command('api update-scope', {
    summary: 'Changes a scope of an API',
    details: 'What is left out stays as it is.',
    options: { scope: SCOPE, name: { value: '<name>', about: 'Its new name.' }, ...SENTENCE, customer: CUSTOMER },
    run: async (given) => (await import('./api-scope.ts')).scopeUpdate(given),
  }),
  command('api remove-scope', {
    summary: 'Removes a scope from its API, and so from all clients and roles',
    details: 'If clients or roles have it, --confirm has to be its name.',
    options: {
      scope: SCOPE,
      confirm: { value: '<name>', about: 'The scope’s name.' },
      'dry-run': DRY_RUN,
      customer: CUSTOMER,
    },
    run: async ({ 'dry-run': dryRun, ...given }) => (await import('./api-scope.ts')).scopeRemove({ dryRun, ...given }),
  }),
  command('api give', {
    summary: 'Gives a client scopes of APIs',
    details: 'It has them for itself or for its users, as its grant types allow. What it has already stays.',
    options: GIVEN,
    run: async (given) => (await import('./api-scope.ts')).scopesGive(given),
  }),
  command('api take', {
    summary: 'Takes scopes of APIs from a client',
    details: 'What it does not have stays so.',
    options: GIVEN,
    run: async (given) => (await import('./api-scope.ts')).scopesTake(given),
  }),
];
