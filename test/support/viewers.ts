import { randomUUID } from 'node:crypto';
import { beforeAll } from '@jest/globals';
import type { User } from '../../src/modules/users/index.ts';
import type { Answer, TestApp } from './app.ts';
import { buildClient, buildUser } from './builders.ts';
import { tokensOf } from './logins.ts';

/** Who may ask: which role, through which client, with which scope. Whoever asks for all scopes gets those of the role. */
export const SERVICES = ['read', 'write', 'admin'] as const;
export const USERS = [
  'member',
  'member, admin asked for',
  'administrator',
  'administrator, read',
  'administrator, write',
  'administrator, admin',
  'auditor',
  'auditor, all asked for',
  'help desk',
  'help desk, read',
  'help desk, all asked for',
] as const;
const THROUGH_MEMBERS_CLIENT = ['member, a member’s client', 'administrator, a member’s client'] as const;
export const VIEWERS = ['anonymous', ...SERVICES, ...USERS, ...THROUGH_MEMBERS_CLIENT] as const;
export type Viewer = (typeof VIEWERS)[number];

export interface Caller {
  /** Undefined for the anonymous viewer. */
  readonly token: string | undefined;
  /** Null for a service account. */
  readonly userId: string | null;
}

const MEMBER = { role: 'member' } as const;
const ADMINISTRATOR = { role: 'admin' } as const;
const AUDITOR = { administration: 'auditor' } as const;
const HELP_DESK = { administration: 'help_desk' } as const;

/** Makes callers of each kind. Each call signs another user in. */
export async function callers(app: TestApp): Promise<(viewer: Viewer) => Promise<Caller>> {
  const client = await buildClient(app);
  const { id: ownerId } = await buildUser(app);
  const membersOwn = await buildClient(app, { ownerId, requireConsent: true });
  const login = async (given: Partial<User>, scope: string, through = client): Promise<Caller> => {
    const user = await buildUser(app, given);
    return { token: (await tokensOf(app, through, user, scope)).access_token, userId: user.id };
  };
  const makers: Readonly<Record<Viewer, () => Promise<Caller>>> = {
    anonymous: async () => ({ token: undefined, userId: null }),
    read: async () => ({ token: await app.token('read'), userId: null }),
    write: async () => ({ token: await app.token('write'), userId: null }),
    admin: async () => ({ token: await app.token('admin'), userId: null }),
    member: () => login(MEMBER, 'openid'),
    'member, admin asked for': () => login(MEMBER, 'openid admin'),
    administrator: () => login(ADMINISTRATOR, 'openid'),
    'administrator, read': () => login(ADMINISTRATOR, 'openid read'),
    'administrator, write': () => login(ADMINISTRATOR, 'openid write'),
    'administrator, admin': () => login(ADMINISTRATOR, 'openid admin'),
    auditor: () => login(AUDITOR, 'openid'),
    'auditor, all asked for': () => login(AUDITOR, 'openid read write admin'),
    'help desk': () => login(HELP_DESK, 'openid'),
    'help desk, read': () => login(HELP_DESK, 'openid read'),
    'help desk, all asked for': () => login(HELP_DESK, 'openid read write admin'),
    'member, a member’s client': () => login(MEMBER, 'openid admin', membersOwn),
    'administrator, a member’s client': () => login(ADMINISTRATOR, 'openid admin', membersOwn),
  };
  return (viewer) => makers[viewer]();
}

/** The caller of each kind, for the tests of one file. With `fresh`, another one, because the last one was changed. */
export function useCallers(app: TestApp): (viewer: Viewer, fresh?: boolean) => Promise<Caller> {
  const kept = new Map<Viewer, Promise<Caller>>();
  let make: (viewer: Viewer) => Promise<Caller>;
  beforeAll(async () => {
    make = await callers(app);
  });
  return (viewer, fresh = false) => {
    if (fresh || !kept.has(viewer)) kept.set(viewer, make(viewer));
    return kept.get(viewer)!;
  };
}

const REFUSALS = new Set(['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND']);

/** Whether a mutation was refused. What is wrong with the state or the input is no refusal. */
export function isRefused({ body }: Answer): boolean {
  return body.errors?.length > 0 && REFUSALS.has(body.errors[0].extensions.kind);
}

/** A document of one mutation on `$id`, if it has one. `NEW` becomes an address that nobody has. */
export const documentOf = (mutation: string, rest: string): string =>
  `mutation${rest.includes('$id') ? ' ($id: ID!)' : ''} { ${mutation}${rest.replace('NEW', `new-${randomUUID()}@example.com`)} }`;
