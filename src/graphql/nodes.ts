import type { EntityClass } from '@mikro-orm/core';
import { signedIn } from '../kernel/access.ts';
import type { RequestContext } from '../kernel/context.ts';
import { AppError } from '../kernel/errors.ts';
import { nodeTypeLoader } from '../kernel/node-type.ts';
import { AttributeDefinition, AttributeDefinitionService } from '../modules/attributes/index.ts';
import { AuditEvent, AuditListService } from '../modules/audit/index.ts';
import { Client, ClientService } from '../modules/clients/index.ts';
import { Consent, ConsentService } from '../modules/consents/index.ts';
import { Customer, customerLoader } from '../modules/customers/index.ts';
import { Group, GroupService } from '../modules/groups/index.ts';
import { UserImport, UserImportService } from '../modules/imports/index.ts';
import { Invitation, InvitationService } from '../modules/links/index.ts';
import { LogoutDelivery, LogoutDeliveryService } from '../modules/logouts/index.ts';
import { MailService, OutboxMail } from '../modules/mail/index.ts';
import { Passkey, PasskeyService } from '../modules/mfa/index.ts';
import { Organization, OrganizationService } from '../modules/organizations/index.ts';
import { InitialAccessToken, InitialAccessTokenService } from '../modules/registrations/index.ts';
import { RememberedDevice, RememberedDeviceService, Session, SessionListService } from '../modules/sessions/index.ts';
import { User, UserService } from '../modules/users/index.ts';

interface Kind<Found> {
  readonly entity: EntityClass;
  /** Asks the policy. */
  readonly find: (ctx: RequestContext, id: string) => Promise<Found | null>;
}

const kind = <Found>(entity: EntityClass, find: Kind<Found>['find']): Kind<Found> => ({ entity, find });

/** The types of objects that have an id, and how to find one. */
const KINDS = {
  User: kind(User, (ctx, id) => ctx.get(UserService).find(id)),
  Group: kind(Group, (ctx, id) => ctx.get(GroupService).find(id)),
  AttributeDefinition: kind(AttributeDefinition, (ctx, id) => ctx.get(AttributeDefinitionService).find(id)),
  Organization: kind(Organization, (ctx, id) => ctx.get(OrganizationService).find(id)),
  Client: kind(Client, (ctx, id) => ctx.get(ClientService).find(id)),
  Session: kind(Session, (ctx, id) => ctx.get(SessionListService).find(id)),
  RememberedDevice: kind(RememberedDevice, (ctx, id) => ctx.get(RememberedDeviceService).find(id)),
  Passkey: kind(Passkey, (ctx, id) => ctx.get(PasskeyService).find(id)),
  Consent: kind(Consent, (ctx, id) => ctx.get(ConsentService).find(id)),
  Invitation: kind(Invitation, (ctx, id) => ctx.get(InvitationService).find(id)),
  Mail: kind(OutboxMail, (ctx, id) => ctx.get(MailService).find(id)),
  LogoutDelivery: kind(LogoutDelivery, (ctx, id) => ctx.get(LogoutDeliveryService).find(id)),
  AuditEvent: kind(AuditEvent, (ctx, id) => ctx.get(AuditListService).find(id)),
  UserImport: kind(UserImport, (ctx, id) => ctx.get(UserImportService).find(id)),
  InitialAccessToken: kind(InitialAccessToken, (ctx, id) => ctx.get(InitialAccessTokenService).find(id)),
  Customer: kind(Customer, async (ctx, id) => {
    const { customerId } = signedIn(ctx.viewer);
    return id.toLowerCase() === customerId ? ctx.loader(customerLoader).load(customerId) : null;
  }),
};
type Kinds = typeof KINDS;
export type NodeType = keyof Kinds;
type ObjectOf<Type extends NodeType> = Kinds[Type] extends Kind<infer Each> ? Each : never;

const nodeTypes = nodeTypeLoader(Object.fromEntries(Object.entries(KINDS).map(([name, { entity }]) => [name, entity])));

/** The object of this type with this id. Null if there is none, or the viewer may not see it. */
export const find = <Type extends NodeType>(
  ctx: RequestContext,
  type: Type,
  id: string,
): Promise<ObjectOf<Type> | null> =>
  (KINDS[type].find(ctx, id) as Promise<ObjectOf<Type> | null>).catch(nullIfForbidden);

/** The same as an object of an interface or union, which names its type. */
export async function findNode(ctx: RequestContext, type: NodeType, id: string): Promise<object | null> {
  const found = await find(ctx, type, id);
  return found && { ...found, __typename: type };
}

/** The object with this id, whatever its type. */
export async function findAny(ctx: RequestContext, id: string): Promise<object | null> {
  const type = (await ctx.loader(nodeTypes).load(id)) as NodeType | null;
  return type && findNode(ctx, type, id);
}

function nullIfForbidden(fault: unknown): null {
  if (fault instanceof AppError && fault.kind === 'forbidden') return null;
  throw fault;
}
