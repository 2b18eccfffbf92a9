import { AuditEvent } from './modules/audit/index.ts';
import { Client, PushedRequest, RevokedToken, UsedAssertion } from './modules/clients/index.ts';
import { Consent } from './modules/consents/index.ts';
import { Customer } from './modules/customers/index.ts';
import { AuthorizationCode, Grant, RefreshToken } from './modules/grants/index.ts';
import { Group, Membership } from './modules/groups/index.ts';
import { Invitation, OneTimeLink, RecoveryRequest } from './modules/links/index.ts';
import { SigningKey } from './modules/keys/index.ts';
import { LogoutDelivery } from './modules/logouts/index.ts';
import { OutboxMail } from './modules/mail/index.ts';
import { BackupCodeKey, TotpFactor, TotpSetup } from './modules/mfa/index.ts';
import { Organization } from './modules/organizations/index.ts';
import { Session } from './modules/sessions/index.ts';
import { ThrottleCounter } from './modules/throttle/index.ts';
import { User } from './modules/users/index.ts';

/** Every table's entity, owners before what they own: a unit of work inserts in this order. */
export const entities = [
  Customer,
  Organization,
  User,
  Group,
  Membership,
  Client,
  Session,
  Consent,
  Grant,
  AuthorizationCode,
  RefreshToken,
  RevokedToken,
  UsedAssertion,
  PushedRequest,
  BackupCodeKey,
  TotpFactor,
  TotpSetup,
  SigningKey,
  Invitation,
  OneTimeLink,
  RecoveryRequest,
  OutboxMail,
  LogoutDelivery,
  AuditEvent,
  ThrottleCounter,
];
