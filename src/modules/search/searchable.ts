import type { EntityClass } from '@mikro-orm/core';
import type { Permit, Viewer } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import type { AttributeSubject } from '../attributes/index.ts';
import { Client, clientPolicy, ClientService } from '../clients/index.ts';
import { Group, groupPolicy, GroupService } from '../groups/index.ts';
import { Organization, organizationPolicy, OrganizationService } from '../organizations/index.ts';
import { SearchSample, User, userPolicy, UserService } from '../users/index.ts';

/** Chooses what of some texts to look up in an index. Null if all are too common. */
type Choose = (ctx: RequestContext, texts: readonly string[]) => Promise<readonly string[] | null>;

/** A type of objects that a search finds. */
export interface Searchable {
  readonly entity: EntityClass;
  readonly choose?: Choose;
  /** What the customer's attributes of them are of. */
  readonly subject?: AttributeSubject;
  /** Refuses viewers who may not list such objects. */
  readonly permit: (viewer: Viewer) => Permit<string>;
  /** The owner of those that the viewer reaches, if not all. */
  readonly ownerOf?: (viewer: Viewer) => string | undefined;
  /** Asks the policy. */
  readonly find: (ctx: RequestContext, id: string) => Promise<object | null>;
}

const searchables = {
  User: {
    entity: User,
    subject: 'user',
    choose: (ctx, texts) => ctx.runtime.get(SearchSample).partsToLookUp(texts),
    permit: userPolicy.read,
    find: (ctx, id) => ctx.get(UserService).find(id),
  },
  Group: {
    entity: Group,
    subject: 'group',
    permit: groupPolicy.read,
    find: (ctx, id) => ctx.get(GroupService).find(id),
  },
  Client: {
    entity: Client,
    subject: 'client',
    permit: clientPolicy.read,
    ownerOf: (viewer) => clientPolicy.reach(viewer, 'read').ownerId,
    find: (ctx, id) => ctx.get(ClientService).find(id),
  },
  Organization: {
    entity: Organization,
    permit: organizationPolicy.read,
    find: (ctx, id) => ctx.get(OrganizationService).find(id),
  },
} as const satisfies Record<string, Searchable>;

export type SearchableType = keyof typeof searchables;
export const SEARCHABLES: Readonly<Record<SearchableType, Searchable>> = searchables;
export const SEARCHABLE_TYPES = Object.keys(searchables) as SearchableType[];
