import * as z from 'zod';
import { broken } from '../../../ground/faults/index.ts';
import { graphql } from '../../graphql/execute.ts';
import { notFound } from '../../../ground/kernel/errors.ts';
import { cursorBehind } from '../../../ground/lists/pagination.ts';
import { route } from '../route.ts';
import {
  count,
  limitOf,
  optional,
  optionalId,
  sent,
  text,
  timestamp,
  url,
  uuid,
  wholeNumber,
  withoutVersion,
} from '../fields.ts';

const LIMIT_MAX = 100;
const PAGE_MAX = 2 ** 31 - 1;

const email = text({ minLength: 3, maxLength: 254, pattern: '^\\s*[^\\s@]+@[^\\s@]+\\s*$' });
const name = text({ minLength: 1, maxLength: 255 });
const nameInput = text({ maxLength: 255 });
const username = text({ maxLength: 64 });
const phone = text({ maxLength: 32 });
const picture = text({ maxLength: 2048 });

const pagination = z
  .strictObject({ page: z.int().min(1), limit: z.int().min(1).max(LIMIT_MAX), total: count, totalPages: count })
  .meta({ id: 'Pagination', description: 'The place of a numbered page in its list.' });

const shown = {
  id: uuid,
  email,
  email_verified: z.boolean(),
  name,
  given_name: name.nullable(),
  family_name: name.nullable(),
  picture: url.nullable(),
  mfa_enabled: z.boolean(),
  created_at: timestamp,
  updated_at: timestamp,
  last_login: timestamp.nullable(),
};
const listed = z.strictObject(shown).meta({ id: 'ListedUser', description: 'A user in a list.' });
const whole = z
  .strictObject({
    ...shown,
    phone_number: phone.nullable(),
    phone_verified: z.boolean(),
    mfa_methods: z.array(text({ enum: ['totp', 'passkey'] })),
    login_count: count,
  })
  .meta({ id: 'User', description: 'A user.' });
const created = z
  .strictObject({
    id: uuid,
    email,
    email_verified: z.boolean(),
    username: username.nullable(),
    first_name: name.nullable(),
    last_name: name.nullable(),
    is_active: z.boolean(),
    company_id: uuid.meta({ description: 'The customer.' }),
    mfa_enabled: z.boolean(),
    created_at: timestamp,
  })
  .meta({ id: 'CreatedUser', description: 'A user who was just created.' });
const updated = z
  .strictObject({ id: uuid, email, name, picture: url.nullable(), updated_at: timestamp })
  .meta({ id: 'UpdatedUser', description: 'What an update tells of a user.' });
const outcome = { success: z.literal(true), message: z.string() };

const LISTED =
  'id email email_verified: emailVerified name given_name: givenName family_name: familyName picture mfa_enabled: mfaEnabled created_at: createdAt updated_at: updatedAt last_login: lastLoginAt';

/** Fields that are null for other members of the customer, who cannot use the paths with these fields. */
type Closed = 'mfa_enabled' | 'mfa_methods' | 'phone_verified' | 'login_count';

const opened = <User extends object>(user: User) =>
  user as { [Field in keyof User]: Field extends Closed ? NonNullable<User[Field]> : User[Field] };

const FOUND = `{ edges { node { ${LISTED} } } totalCount }`;

const listQuery = z.object({
  page: wholeNumber
    .refine((number) => number <= PAGE_MAX, { params: broken('too_high', { max: PAGE_MAX }) })
    .default(1)
    .meta({ description: 'The number of the page. 1 by default.', type: 'integer', minimum: 1, maximum: PAGE_MAX }),
  limit: limitOf(LIMIT_MAX).default(25).meta({
    description: 'The number of users on a page. 25 by default. Values above 100 count as 100.',
    type: 'integer',
    minimum: 1,
  }),
  search: text({ maxLength: 255 }).optional().meta({
    description:
      'Parts of the name or email address: all words of it are there, in any order. Upper and lower case are the same, and accents make no difference.',
  }),
  email_verified: z
    .enum(['true', 'false'])
    .transform((word) => word === 'true')
    .optional()
    .meta({ description: 'Only users whose email address is verified, or is not.', type: 'boolean' }),
});

const createBody = z.object({
  email: email.meta({
    description: 'At most 254 characters. Unique within the customer; upper and lower case are the same.',
  }),
  password: optional(text({ maxLength: 1024 })).meta({
    description:
      'Required to sign up. Ignored if a service account creates the user: the server generates a random password.',
  }),
  username: optional(username).meta({ description: 'At most 64 letters, digits and . _ + -.' }),
  first_name: optional(nameInput).meta({ description: 'At most 255 characters.' }),
  last_name: optional(nameInput).meta({ description: 'At most 255 characters.' }),
  phone: optional(phone).meta({ description: 'A phone number of at most 32 characters, with at most 15 digits.' }),
  is_active: optional(z.boolean()).meta({ description: 'Whether the user may sign in. True by default.' }),
  send_invitation: optional(z.boolean()).meta({ description: 'Whether to send the user a link to set a password.' }),
  default_group_id: optionalId().meta({
    description: 'A group of the customer. The user becomes a member.',
  }),
  application_url: optional(z.url({ protocol: /^https?$/ })).meta({
    description: 'The http or https address that the invitation leads to.',
  }),
  organization_id: optionalId().meta({
    description: 'An organization of the customer. Without it, the user belongs to none.',
  }),
});

const clearable = (schema: z.ZodString, what: string) =>
  optional(schema).meta({ description: `${what} Null or an empty value removes it.` });

/** Read-only fields are ignored, like unknown ones, so that callers can send a whole user back. */
const updateBody = z
  .object({
    name: optional(name).meta({ description: 'The full name, as shown. 1 to 255 characters.' }),
    given_name: clearable(nameInput, 'At most 255 characters.'),
    family_name: clearable(nameInput, 'At most 255 characters.'),
    picture: clearable(picture, 'An http or https address of at most 2,048 characters.'),
    phone_number: clearable(phone, 'A phone number of at most 32 characters, with at most 15 digits.'),
    username: clearable(username, 'At most 64 letters, digits and . _ + -.'),
    is_active: optional(z.boolean()).meta({
      description:
        'Users cannot change it for themselves. False ends the user’s sessions and revokes their tokens at once.',
    }),
  })
  .meta({ minProperties: 1 });

const update = (method: 'put' | 'patch') =>
  route({
    method,
    path: '/api/users/:user_id',
    operationId: method === 'put' ? 'updateUser' : 'patchUser',
    summary: 'Update a user. Fields that are left out keep their values.',
    tag: 'Users',
    scope: 'write',
    status: 200,
    noun: 'user',
    body: updateBody,
    response: updated,
    document: graphql(`
      mutation ($id: ID!, $input: UpdateUserInput!, $expectedVersion: Int) {
        done: updateUser(id: $id, input: $input, expectedVersion: $expectedVersion) {
          user {
            id
            email
            name
            picture
            updated_at: updatedAt
            version
          }
        }
      }
    `),
    variables: ({ params, body }) => ({
      id: params.user_id,
      input: sent({
        name: body.name,
        givenName: body.given_name,
        familyName: body.family_name,
        picture: body.picture,
        phoneNumber: body.phone_number,
        username: body.username,
        isActive: body.is_active,
      }),
    }),
    answer: ({ done }) => withoutVersion(done.user),
    version: ({ done }) => done.user.version,
  });

/** The users of the documented management area. */
export const userRoutes = [
  route({
    method: 'get',
    path: '/api/users',
    operationId: 'listUsers',
    summary: 'List the customer’s users page by page, oldest first.',
    tag: 'Users',
    scope: 'read',
    status: 200,
    noun: 'user',
    query: listQuery,
    fields: { 'where.search': 'search' },
    response: z.strictObject({ users: z.array(listed), pagination }),
    document: graphql(
      `query ($first: Int!, $after: String!, $search: String!, $isFiltered: Boolean!, $emailVerified: Boolean!) {
      all: users(first: $first, after: $after, where: { search: $search }) @skip(if: $isFiltered) ${FOUND}
      filtered: users(first: $first, after: $after, where: { emailVerified: $emailVerified, search: $search }) @include(if: $isFiltered) ${FOUND}
    }`,
    ),
    variables: ({ query: { page, limit, search = '', email_verified: emailVerified } }) => ({
      first: limit,
      after: cursorBehind((page - 1) * limit),
      search: search.trim(),
      isFiltered: emailVerified !== undefined,
      emailVerified: emailVerified ?? false,
    }),
    answer: ({ all, filtered }, { query: { page, limit } }) => {
      const { edges, totalCount: total } = (filtered ?? all)!;
      const totalPages = Math.ceil(total / limit);
      return { users: edges.map(({ node }) => opened(node)), pagination: { page, limit, total, totalPages } };
    },
  }),
  route({
    method: 'post',
    path: '/api/users',
    operationId: 'createUser',
    summary:
      'Create a user, optionally in an organization and a group. If one of them does not exist, nothing is created.',
    tag: 'Users',
    scope: 'write',
    anonymous: true,
    status: 201,
    noun: 'user',
    body: createBody,
    response: z.strictObject({ success: outcome.success, user: created, message: outcome.message }),
    document: graphql(`
      mutation ($input: CreateUserInput!) {
        done: createUser(input: $input) {
          user {
            id
            email
            email_verified: emailVerified
            username
            first_name: givenName
            last_name: familyName
            is_active: isActive
            company_id: customerId
            mfa_enabled: mfaEnabled
            created_at: createdAt
            version
          }
        }
      }
    `),
    variables: ({ body }) => ({
      input: sent({
        email: body.email,
        password: body.password,
        username: body.username,
        givenName: body.first_name,
        familyName: body.last_name,
        phoneNumber: body.phone,
        isActive: body.is_active,
        defaultGroupId: body.default_group_id,
        organizationId: body.organization_id,
        sendInvitation: body.send_invitation,
        applicationUrl: body.application_url,
        attributes: null,
      }),
    }),
    fields: { givenName: 'first_name', familyName: 'last_name', phoneNumber: 'phone' },
    answer: ({ done: { user } }) => ({
      success: true,
      // The field is null for an anonymous caller who signs up. A new user has no second factor.
      user: { ...withoutVersion(user), mfa_enabled: user.mfa_enabled ?? false },
      message: 'User created.',
    }),
    version: ({ done }) => done.user.version,
    location: ({ done }) => `/api/users/${done.user.id}`,
  }),
  route({
    method: 'get',
    path: '/api/users/:user_id',
    operationId: 'getUser',
    summary: 'Get a user.',
    tag: 'Users',
    scope: 'read',
    status: 200,
    noun: 'user',
    response: whole,
    document: graphql(
      `query ($id: ID!) { user(id: $id) { ${LISTED} phone_number: phoneNumber phone_verified: phoneVerified mfa_methods: mfaMethods login_count: loginCount version } }`,
    ),
    variables: ({ params }) => ({ id: params.user_id }),
    answer: ({ user }) => {
      if (!user) throw notFound('user');
      const { mfa_methods: methods, ...others } = opened(user);
      // Codes by email are not enrolled.
      return withoutVersion({ ...others, mfa_methods: methods.filter((method) => method !== 'email') });
    },
    version: ({ user }) => user!.version,
  }),
  update('put'),
  update('patch'),
  route({
    method: 'delete',
    path: '/api/users/:user_id',
    operationId: 'deleteUser',
    summary: 'Delete a user permanently, with their sessions, memberships and own clients.',
    tag: 'Users',
    scope: 'admin',
    status: 200,
    noun: 'user',
    response: z.strictObject(outcome),
    document: graphql(`
      mutation ($id: ID!, $expectedVersion: Int) {
        deleteUser(id: $id, expectedVersion: $expectedVersion) {
          user {
            id
          }
        }
      }
    `),
    variables: ({ params }) => ({ id: params.user_id }),
    answer: () => ({ success: true, message: 'User deleted.' }),
  }),
];
