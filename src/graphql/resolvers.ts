import type { NonEmptyArray } from 'type-graphql';
import { AttributeDefinitionResolver } from '../modules/attributes/index.ts';
import { AuditResolver } from '../modules/audit/index.ts';
import {
  ClientBulkResolver,
  ClientAttributesResolver,
  ClientResolver,
  ClientConsentsResolver,
  ConsentClientResolver,
  GroupClientsResolver,
  SessionClientsResolver,
} from '../modules/clients/index.ts';
import { BrandingResolver } from '../modules/branding/index.ts';
import { FiguresResolver } from '../modules/figures/index.ts';
import {
  GroupAttributesResolver,
  GroupBulkResolver,
  GroupResolver,
  UserGroupsResolver,
} from '../modules/groups/index.ts';
import { AccountResolver } from '../modules/accounts/index.ts';
import { EmailChangeResolver, InvitationResolver, RecoveryResolver } from '../modules/links/index.ts';
import { ConsentResolver, UserConsentsResolver } from '../modules/consents/index.ts';
import { ExportResolver } from '../modules/exports/index.ts';
import { UserImportResolver } from '../modules/imports/index.ts';
import { LogoutDeliveryResolver } from '../modules/logouts/index.ts';
import { MailResolver } from '../modules/mail/index.ts';
import { MfaResolver, PasskeyResolver, UserMfaResolver, UserPasskeysResolver } from '../modules/mfa/index.ts';
import {
  GroupOrganizationResolver,
  OrganizationResolver,
  UserOrganizationResolver,
} from '../modules/organizations/index.ts';
import { InitialAccessTokenResolver } from '../modules/registrations/index.ts';
import { CustomerResolver, SecondFactorResolver } from '../modules/customers/index.ts';
import { SearchResolver } from '../modules/search/index.ts';
import {
  RememberedDeviceResolver,
  SessionResolver,
  UserRememberedDevicesResolver,
  UserSessionsResolver,
} from '../modules/sessions/index.ts';
import { UserAttributesResolver, UserBulkResolver, UserResolver } from '../modules/users/index.ts';
import { HistoryResolver } from './history.resolver.ts';
import { InputConstraintResolver } from './input-constraint.resolver.ts';
import { NodeResolver } from './node.resolver.ts';
import { permissionResolvers } from './permissions.resolver.ts';
import * as relations from './relations.resolver.ts';
import { SettingsResolver } from './settings.resolver.ts';
import { ViewerResolver } from './viewer.resolver.ts';

/** The resolvers of all modules. The schema is made from this list. */
export const resolvers: NonEmptyArray<new () => object> = [
  ViewerResolver,
  NodeResolver,
  SearchResolver,
  InputConstraintResolver,
  AttributeDefinitionResolver,
  GroupResolver,
  GroupBulkResolver,
  GroupAttributesResolver,
  UserResolver,
  UserBulkResolver,
  UserAttributesResolver,
  UserGroupsResolver,
  CustomerResolver,
  SecondFactorResolver,
  BrandingResolver,
  OrganizationResolver,
  UserOrganizationResolver,
  GroupOrganizationResolver,
  ClientResolver,
  ClientBulkResolver,
  ClientAttributesResolver,
  SessionResolver,
  RememberedDeviceResolver,
  UserRememberedDevicesResolver,
  UserSessionsResolver,
  AuditResolver,
  HistoryResolver,
  FiguresResolver,
  AccountResolver,
  UserImportResolver,
  InitialAccessTokenResolver,
  ExportResolver,
  InvitationResolver,
  RecoveryResolver,
  EmailChangeResolver,
  MailResolver,
  LogoutDeliveryResolver,
  ConsentResolver,
  UserConsentsResolver,
  ConsentClientResolver,
  ClientConsentsResolver,
  GroupClientsResolver,
  SessionClientsResolver,
  MfaResolver,
  UserMfaResolver,
  PasskeyResolver,
  UserPasskeysResolver,
  ...Object.values(relations).flat(),
  ...permissionResolvers,
  SettingsResolver,
];
