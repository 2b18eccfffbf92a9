/**
 * The fields that lead from ids to objects. They find what `node` finds: what does not exist, or the viewer may not see, is
 * null.
 */
import { createUnionType, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../kernel/context.ts';
import { keyOf, one, type Key } from '../kernel/filter/index.ts';
import { Node } from '../kernel/graphql.ts';
import { AttributeDefinitionType } from '../modules/attributes/index.ts';
import { AuditEventType, type AuditEvent } from '../modules/audit/index.ts';
import { clientFilter, ClientType, ClientResultType, type Client } from '../modules/clients/index.ts';
import { ConsentType, type Consent } from '../modules/consents/index.ts';
import { customerLoader, CustomerType } from '../modules/customers/index.ts';
import { ClientLoginsType } from '../modules/figures/index.ts';
import { GroupResultType, GroupType, MembershipItemResult } from '../modules/groups/index.ts';
import { UserImportType, type UserImport } from '../modules/imports/index.ts';
import { InvitationType, type Invitation } from '../modules/links/index.ts';
import { LogoutDelivery, logoutDeliveryFilter, LogoutDeliveryType } from '../modules/logouts/index.ts';
import { mailFilter, MailType, OutboxMail } from '../modules/mail/index.ts';
import { OrganizationType } from '../modules/organizations/index.ts';
import { InitialAccessTokenType } from '../modules/registrations/index.ts';
import { SessionType, type Session } from '../modules/sessions/index.ts';
import { userFilter, UserResultType, UserType } from '../modules/users/index.ts';
import { find, findNode, type NodeType } from './nodes.ts';

const user = (key: Key) => one(key, () => userFilter, { description: 'The user. They may no longer exist.' });
mailFilter.add({ user: user(keyOf(OutboxMail, 'userId')) });
logoutDeliveryFilter.add({
  user: user(keyOf(LogoutDelivery, 'userId')),
  client: one(keyOf(LogoutDelivery, 'clientId', { letters: 'exact' }), () => clientFilter, {
    description: 'The client that gets the message.',
  }),
});

const UNSEEN = 'Null if the viewer may not see it.';
const GONE = 'Null if it no longer exists, or the viewer may not see it.';

const Actor = createUnionType({
  name: 'Actor',
  description: 'Who can act: a user or a service account.',
  types: () => [UserType, ClientType] as const,
  resolveType: (actor) => (actor as { readonly __typename?: string }).__typename,
});

const ACTORS: Readonly<Record<string, NodeType>> = { user: 'User', client: 'Client' };

/** An actor by type and id. Null for the system, and for nobody who is known. */
async function actorOf(ctx: RequestContext, type: string, id: string | null | undefined): Promise<object | null> {
  const kind = ACTORS[type];
  return kind && id ? findNode(ctx, kind, id) : null;
}

/** The types of the trail's subjects. Others are not objects of the schema. */
const SUBJECTS: Readonly<Record<string, NodeType>> = {
  ...ACTORS,
  attribute_definition: 'AttributeDefinition',
  customer: 'Customer',
  group: 'Group',
  initial_access_token: 'InitialAccessToken',
  invitation: 'Invitation',
  logout_delivery: 'LogoutDelivery',
  mail: 'Mail',
  organization: 'Organization',
  session: 'Session',
  user_import: 'UserImport',
};

@Resolver(() => AuditEventType)
export class AuditEventRelations {
  @FieldResolver(() => Actor, { nullable: true, description: `The user or client who acted. ${GONE}` })
  actor(@Root() { actorType, actorId }: AuditEvent, @Ctx() ctx: RequestContext) {
    return actorOf(ctx, actorType, actorId);
  }

  @FieldResolver(() => ClientType, { nullable: true, description: `The client that a user acted through. ${GONE}` })
  async client(@Root() { clientId }: AuditEvent, @Ctx() ctx: RequestContext) {
    return clientId ? find(ctx, 'Client', clientId) : null;
  }

  @FieldResolver(() => UserType, {
    nullable: true,
    description: `The administrator who acted as the user, or began to. ${GONE}`,
  })
  async impersonator(@Root() { impersonatorId }: AuditEvent, @Ctx() ctx: RequestContext) {
    return impersonatorId ? find(ctx, 'User', impersonatorId) : null;
  }

  @FieldResolver(() => UserType, {
    nullable: true,
    description: `The user whom the event names beside its subject. ${GONE}`,
  })
  async user(@Root() { details: { userId } }: AuditEvent, @Ctx() ctx: RequestContext) {
    return typeof userId === 'string' ? find(ctx, 'User', userId) : null;
  }

  @FieldResolver(() => Node, { nullable: true, description: `What was affected. ${GONE}` })
  async subject(@Root() { subjectType, subjectId }: AuditEvent, @Ctx() ctx: RequestContext) {
    const type = SUBJECTS[subjectType];
    return type ? findNode(ctx, type, subjectId) : null;
  }
}

@Resolver(() => ClientLoginsType)
export class ClientLoginsRelations {
  @FieldResolver(() => ClientType, { nullable: true, description: `The client. ${GONE}` })
  client(@Root() { clientId }: ClientLoginsType, @Ctx() ctx: RequestContext) {
    return find(ctx, 'Client', clientId);
  }
}

@Resolver(() => SessionType)
export class SessionRelations {
  @FieldResolver(() => UserType, { nullable: true, description: `The user who is signed in. ${UNSEEN}` })
  user(@Root() { userId }: Session, @Ctx() ctx: RequestContext) {
    return find(ctx, 'User', userId);
  }
}

@Resolver(() => ConsentType)
export class ConsentRelations {
  @FieldResolver(() => UserType, { nullable: true, description: `The user who gave the consent. ${UNSEEN}` })
  user(@Root() { userId }: Consent, @Ctx() ctx: RequestContext) {
    return find(ctx, 'User', userId);
  }

  @FieldResolver(() => ClientType, { nullable: true, description: `The client that the consent is for. ${UNSEEN}` })
  client(@Root() { clientId }: Consent, @Ctx() ctx: RequestContext) {
    return find(ctx, 'Client', clientId);
  }
}

@Resolver(() => ClientType)
export class ClientRelations {
  @FieldResolver(() => UserType, {
    nullable: true,
    description: `The member who owns the client, or null if the customer owns it. ${UNSEEN}`,
  })
  async owner(@Root() { ownerId }: Client, @Ctx() ctx: RequestContext) {
    return ownerId ? find(ctx, 'User', ownerId) : null;
  }
}

@Resolver(() => InvitationType)
export class InvitationRelations {
  @FieldResolver(() => UserType, { nullable: true, description: `The invited user. ${UNSEEN}` })
  user(@Root() { userId }: Invitation, @Ctx() ctx: RequestContext) {
    return find(ctx, 'User', userId);
  }

  @FieldResolver(() => Actor, { nullable: true, description: `The user or client who sent it last. ${GONE}` })
  inviter(@Root() { inviterType, inviterId }: Invitation, @Ctx() ctx: RequestContext) {
    return actorOf(ctx, inviterType, inviterId);
  }
}

@Resolver(() => UserImportType)
export class UserImportRelations {
  @FieldResolver(() => Actor, { nullable: true, description: `The user or client whose import it is. ${GONE}` })
  actor(@Root() { actorType, actorId }: UserImport, @Ctx() ctx: RequestContext) {
    return actorOf(ctx, actorType, actorId);
  }
}

@Resolver(() => MailType)
export class MailRelations {
  @FieldResolver(() => UserType, { nullable: true, description: `The user whom the mail is for. ${GONE}` })
  async user(@Root() { userId }: OutboxMail, @Ctx() ctx: RequestContext) {
    return userId ? find(ctx, 'User', userId) : null;
  }
}

@Resolver(() => LogoutDeliveryType)
export class LogoutDeliveryRelations {
  @FieldResolver(() => UserType, { nullable: true, description: `The user who was signed in. ${GONE}` })
  user(@Root() { userId }: LogoutDelivery, @Ctx() ctx: RequestContext) {
    return find(ctx, 'User', userId);
  }

  @FieldResolver(() => ClientType, { nullable: true, description: `The client that gets the message. ${UNSEEN}` })
  client(@Root() { clientId }: LogoutDelivery, @Ctx() ctx: RequestContext) {
    return find(ctx, 'Client', clientId);
  }
}

@Resolver(() => MembershipItemResult)
export class MembershipRelations {
  @FieldResolver(() => UserType, { nullable: true, description: `The user. ${GONE}` })
  user(@Root() { userId }: MembershipItemResult, @Ctx() ctx: RequestContext) {
    return find(ctx, 'User', userId);
  }

  @FieldResolver(() => GroupType, { nullable: true, description: `The group. ${GONE}` })
  group(@Root() { groupId }: MembershipItemResult, @Ctx() ctx: RequestContext) {
    return find(ctx, 'Group', groupId);
  }
}

@Resolver(() => GroupResultType)
export class GroupResultRelations {
  @FieldResolver(() => GroupType, { nullable: true, description: `The group. ${GONE}` })
  group(@Root() { groupId }: GroupResultType, @Ctx() ctx: RequestContext) {
    return find(ctx, 'Group', groupId);
  }
}

@Resolver(() => ClientResultType)
export class ClientResultRelations {
  @FieldResolver(() => ClientType, { nullable: true, description: `The client. ${GONE}` })
  client(@Root() { clientId }: ClientResultType, @Ctx() ctx: RequestContext) {
    return find(ctx, 'Client', clientId);
  }
}

@Resolver(() => UserResultType)
export class UserResultRelations {
  @FieldResolver(() => UserType, { nullable: true, description: `The user. ${GONE}` })
  user(@Root() { userId }: UserResultType, @Ctx() ctx: RequestContext) {
    return find(ctx, 'User', userId);
  }
}

const CUSTOMERS_OWN = [
  UserType,
  GroupType,
  OrganizationType,
  ClientType,
  AttributeDefinitionType,
  InitialAccessTokenType,
];

/** The customer of what has a `customerId`. It is the viewer's own. */
export const customerRelations = CUSTOMERS_OWN.map((type) => {
  @Resolver(() => type)
  class CustomerRelation {
    @FieldResolver(() => CustomerType, { description: 'The customer that it belongs to.' })
    customer(@Root() { customerId }: { readonly customerId: string }, @Ctx() ctx: RequestContext) {
      return ctx.loader(customerLoader).load(customerId);
    }
  }
  return CustomerRelation;
});
