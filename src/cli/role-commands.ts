import { command } from './command.ts';
import { CUSTOMER } from './options.ts';

const ROLE = { value: '<role id>', required: true, positional: true, about: 'The role’s id.' } as const;
const DESCRIPTION = { value: '<text>', about: 'What the role is for.' } as const;
const SCOPES = {
  value: '<ids>',
  about: 'The ids of the scopes of APIs that the role allows, separated by commas.',
} as const;
const HOLDERS = {
  users: { value: '<addresses>', about: 'The email addresses of users, separated by commas.' },
  groups: { value: '<ids>', about: 'The ids of groups, separated by commas.' },
  clients: { value: '<ids>', about: 'The ids of clients that act for themselves, separated by commas.' },
  organization: { value: '<id>', about: 'The organization for which it is. Everywhere without it.' },
} as const;

/** The commands about roles, in the order of the help. */
export const roleCommands = [
  command('role list', {
    summary: 'Lists a customer’s roles',
    details: 'Shows ids, kinds and names.',
    options: { customer: CUSTOMER },
    run: async ({ customer }) => (await import('./role.ts')).roleList(customer),
  }),
  command('role show', {
    summary: 'Shows a role with its permissions and who has it',
    details: 'Shows up to a thousand of each.',
    options: { role: ROLE, customer: CUSTOMER },
    run: async ({ role, customer }) => (await import('./role.ts')).roleShow(role, customer),
  }),
  command('role create', {
    summary: 'Creates a role, which nobody has yet',
    details:
      'With --api, it is a role of that API. Otherwise, it is one of the customer, or of the template of organizations.',
    options: {
      name: { value: '<name>', required: true, about: 'Its name, unique in the API or among the other roles.' },
      kind: {
        value: '<kind>',
        choices: ['api', 'customer', 'organization'],
        about: 'Where it belongs. By default, customer; with --api, api.',
      },
      api: { value: '<API id>', about: 'The API that it belongs to.' },
      description: DESCRIPTION,
      scopes: SCOPES,
      customer: CUSTOMER,
    },
    run: async (given) => (await import('./role.ts')).roleCreate(given),
  }),
  command('role update', {
    summary: 'Changes a role’s name, description or permissions',
    details: 'What is left out stays as it is. --scopes replaces all permissions.',
    options: {
      role: ROLE,
      name: { value: '<name>', about: 'Its new name.' },
      description: DESCRIPTION,
      scopes: SCOPES,
      customer: CUSTOMER,
    },
    run: async (given) => (await import('./role.ts')).roleUpdate(given),
  }),
  command('role delete', {
    summary: 'Deletes a role',
    details: 'Whoever has it loses it. If somebody does, --confirm has to be its name.',
    options: {
      role: ROLE,
      confirm: { value: '<name>', about: 'The role’s name.' },
      'dry-run': { about: 'Delete nothing, and only report who would lose it.' },
      customer: CUSTOMER,
    },
    run: async ({ 'dry-run': dryRun, ...given }) => (await import('./role.ts')).roleDelete({ dryRun, ...given }),
  }),
  command('role assign', {
    summary: 'Gives a role to users, groups and clients',
    details: 'Those who have it already get the end that is given. The exit code is 1 if somebody cannot have it.',
    options: {
      role: ROLE,
      ...HOLDERS,
      until: { value: '<time>', about: 'When it ends, such as 2027-01-31T12:00:00Z. Without it, it does not end.' },
      customer: CUSTOMER,
    },
    run: async (given) => (await import('./role.ts')).roleAssign(given),
  }),
  command('role unassign', {
    summary: 'Takes a role from users, groups and clients',
    details: 'Those who do not have it stay as they are.',
    options: { role: ROLE, ...HOLDERS, customer: CUSTOMER },
    run: async (given) => (await import('./role.ts')).roleUnassign(given),
  }),
];
