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
/** Auditors do not change even what every user may. */
export const CHANGING_USERS = USERS.filter((viewer) => !viewer.startsWith('auditor'));
const THROUGH_MEMBERS_CLIENT = ['member, a member’s client', 'administrator, a member’s client'] as const;
export const VIEWERS = ['anonymous', ...SERVICES, ...USERS, ...THROUGH_MEMBERS_CLIENT] as const;
export type Viewer = (typeof VIEWERS)[number];

export interface Caller {
  /** Undefined for the anonymous viewer. */
  readonly token: string | undefined;
  /** Null for a service account. */
  readonly userId: string | null;
}

/** What users are. */
export const STANDINGS = {
  member: {},
  administrator: { role: 'admin' },
  auditor: { administration: 'auditor' },
  'help desk': { administration: 'help_desk' },
} as const satisfies Record<string, Partial<User>>;

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
    member: () => login(STANDINGS.member, 'openid'),
    'member, admin asked for': () => login(STANDINGS.member, 'openid admin'),
    administrator: () => login(STANDINGS.administrator, 'openid'),
    'administrator, read': () => login(STANDINGS.administrator, 'openid read'),
    'administrator, write': () => login(STANDINGS.administrator, 'openid write'),
    'administrator, admin': () => login(STANDINGS.administrator, 'openid admin'),
    auditor: () => login(STANDINGS.auditor, 'openid'),
    'auditor, all asked for': () => login(STANDINGS.auditor, 'openid read write admin'),
    'help desk': () => login(STANDINGS['help desk'], 'openid'),
    'help desk, read': () => login(STANDINGS['help desk'], 'openid read'),
    'help desk, all asked for': () => login(STANDINGS['help desk'], 'openid read write admin'),
    'member, a member’s client': () => login(STANDINGS.member, 'openid admin', membersOwn),
    'administrator, a member’s client': () => login(STANDINGS.administrator, 'openid admin', membersOwn),
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
