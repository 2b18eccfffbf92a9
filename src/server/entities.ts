// Imported from their files, because MikroORM's command line reads them without the build, which resolvers need.
import { AttributeDefinition } from '../modules/attributes/attribute-definition.entity.ts';
import { AttributeValue } from '../modules/attributes/attribute-value.entity.ts';
import { AuditEvent } from '../modules/audit/audit-event.entity.ts';
import { KeptName } from '../modules/audit/kept-name.entity.ts';
import { Branding } from '../modules/branding/branding.entity.ts';
import { Client } from '../modules/clients/client.entity.ts';
import { PushedRequest } from '../modules/clients/pushed-request.entity.ts';
import { RevokedToken, UsedAssertion } from '../modules/clients/spent-token.entity.ts';
import { Consent } from '../modules/consents/consent.entity.ts';
import { ActiveUser, AuditProgress, DailyCount } from '../modules/audit/daily-count.entity.ts';
import { Customer } from '../modules/customers/customer.entity.ts';
import { SecondFactorClient, SecondFactorGroup } from '../modules/customers/second-factor.entity.ts';
import { DeviceAuthorization } from '../modules/devices/device-authorization.entity.ts';
import { AuthorizationCode, Grant, RefreshToken } from '../modules/grants/grant.entity.ts';
import { UsedProof } from '../modules/grants/used-proof.entity.ts';
import { ExportLink } from '../modules/exports/export-link.entity.ts';
import { Group } from '../modules/groups/group.entity.ts';
import { Membership } from '../modules/groups/membership.entity.ts';
import { KeptAnswer } from '../modules/idempotency/kept-answer.entity.ts';
import { UserImportChunk } from '../modules/imports/user-import-chunk.entity.ts';
import { UserImportFault } from '../modules/imports/user-import-fault.entity.ts';
import { UserImport } from '../modules/imports/user-import.entity.ts';
import { SigningKey } from '../modules/keys/signing-key.entity.ts';
import { Invitation } from '../modules/links/invitation.entity.ts';
import { OneTimeLink } from '../modules/links/one-time-link.entity.ts';
import { RecoveryRequest } from '../modules/links/recovery-request.entity.ts';
import { LogoutDelivery } from '../modules/logouts/logout-delivery.entity.ts';
import { FactorReminder } from '../modules/logins/factor-reminder.entity.ts';
import { OutboxMail } from '../modules/mail/outbox-mail.entity.ts';
import { BackupCodeKey } from '../modules/mfa/backup-code-key.entity.ts';
import { BackupCodeSet } from '../modules/mfa/backup-code-set.entity.ts';
import { Passkey, UsedChallenge } from '../modules/mfa/passkey.entity.ts';
import { EmailCode } from '../modules/mfa/email-code.entity.ts';
import { TotpFactor, TotpSetup } from '../modules/mfa/totp-factor.entity.ts';
import { Organization } from '../modules/organizations/organization.entity.ts';
import { ClientRegistration } from '../modules/registrations/client-registration.entity.ts';
import { InitialAccessToken } from '../modules/registrations/initial-access-token.entity.ts';
import { RememberedDevice } from '../modules/sessions/remembered-device.entity.ts';
import { Session } from '../modules/sessions/session.entity.ts';
import { PairwiseSalt } from '../modules/subjects/pairwise-salt.entity.ts';
import { ThrottleCounter } from '../modules/throttle/throttle-counter.entity.ts';
import { User } from '../modules/users/user.entity.ts';

/** The entities of all tables. Owners come before what they own, because a unit of work inserts in this order. */
export const entities = [
  Customer,
  Branding,
  AttributeDefinition,
  Organization,
  User,
  Group,
  Membership,
  Client,
  SecondFactorGroup,
  SecondFactorClient,
  InitialAccessToken,
  ClientRegistration,
  AttributeValue,
  Session,
  FactorReminder,
  RememberedDevice,
  PairwiseSalt,
  Consent,
  Grant,
  AuthorizationCode,
  RefreshToken,
  DeviceAuthorization,
  RevokedToken,
  UsedAssertion,
  UsedProof,
  PushedRequest,
  BackupCodeKey,
  TotpFactor,
  BackupCodeSet,
  Passkey,
  UsedChallenge,
  TotpSetup,
  EmailCode,
  SigningKey,
  Invitation,
  OneTimeLink,
  RecoveryRequest,
  OutboxMail,
  LogoutDelivery,
  ExportLink,
  UserImport,
  UserImportChunk,
  UserImportFault,
  AuditEvent,
  KeptName,
  DailyCount,
  ActiveUser,
  AuditProgress,
  ThrottleCounter,
  KeptAnswer,
];
