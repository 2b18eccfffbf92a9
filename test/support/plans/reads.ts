import type { RequestContext } from '../../../src/ground/kernel/context.ts';
import {
  ClientService,
  CodeService,
  ConsentService,
  factorsLoader,
  GroupService,
  MembershipService,
  SessionListService,
} from '#product';
import { CLIENT, CUSTOMER, GROUPS, USERS } from './values.ts';

interface Read {
  /** How many rows of a table it names at the most. */
  readonly rows: number;
  readonly run: (ctx: RequestContext) => Promise<unknown>;
}

const PAGE = { first: 10 };
const counted = async (list: Promise<{ readonly total: () => Promise<number> }>): Promise<unknown> =>
  (await list).total();

/** Reads of entities that requests wait for: what is sent for them is tried as the hot statements are. */
export const hotReads: Readonly<Record<string, Read>> = {
  'a client by id': { rows: 6, run: (ctx) => ctx.get(ClientService).find(CLIENT) },
  'a page of clients': { rows: 11, run: (ctx) => ctx.get(ClientService).list(PAGE) },
  'sessions of users': {
    rows: 200,
    run: (ctx) => Promise.all(USERS.map((id) => ctx.get(SessionListService).of(id, { first: 100 }))),
  },
  'consents of users': {
    rows: 6,
    run: (ctx) => Promise.all(USERS.map((id) => ctx.get(ConsentService).of(id, { first: 100 }))),
  },
  'a second factor': {
    rows: 6,
    run: (ctx) => ctx.get(CodeService).factors({ customerId: CUSTOMER, userId: USERS[0]! }),
  },
  'second factors of users': {
    rows: 6,
    run: (ctx) => Promise.all(USERS.map((id) => ctx.loader(factorsLoader).load(id))),
  },
  'groups by id': {
    rows: 6,
    run: (ctx) => Promise.all(GROUPS.map((id) => ctx.get(GroupService).find(id))),
  },
  'a page of groups': { rows: 11, run: (ctx) => ctx.get(GroupService).list(PAGE) },
  'groups of users, counted': {
    rows: 33,
    run: (ctx) => Promise.all(USERS.map((id) => counted(ctx.get(MembershipService).groupsOf({ id } as never, PAGE)))),
  },
};
