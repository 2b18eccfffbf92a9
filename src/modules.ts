/**
 * The modules that have tables, or work to do in the background: each brings both by its `module.ts`. What the modules show in
 * GraphQL is in `doors/graphql/modules.ts`.
 */
import type { Background, Module } from './ground/jobs/module.ts';
import { apisModule } from './modules/apis/module.ts';
import { attributesModule } from './modules/attributes/module.ts';
import { auditModule } from './modules/audit/module.ts';
import { brandingModule } from './modules/branding/module.ts';
import { clientsModule } from './modules/clients/module.ts';
import { consentsModule } from './modules/consents/module.ts';
import { customersModule } from './modules/customers/module.ts';
import { devicesModule } from './modules/devices/module.ts';
import { exportsModule } from './modules/exports/module.ts';
import { grantsModule } from './modules/grants/module.ts';
import { groupsModule } from './modules/groups/module.ts';
import { idempotencyModule } from './modules/idempotency/module.ts';
import { importsModule } from './modules/imports/module.ts';
import { keysModule } from './modules/keys/module.ts';
import { linksModule } from './modules/links/module.ts';
import { loginsModule } from './modules/logins/module.ts';
import { logoutsModule } from './modules/logouts/module.ts';
import { mailModule } from './modules/mail/module.ts';
import { mfaModule } from './modules/mfa/module.ts';
import { organizationsModule } from './modules/organizations/module.ts';
import { registrationsModule } from './modules/registrations/module.ts';
import { rolesModule } from './modules/roles/module.ts';
import { sessionsModule } from './modules/sessions/module.ts';
import { subjectsModule } from './modules/subjects/module.ts';
import { throttleModule } from './modules/throttle/module.ts';
import { usersModule } from './modules/users/module.ts';

/** Owners come before what they own: a unit of work inserts in this order. */
const modules: readonly Module[] = [
  customersModule,
  brandingModule,
  attributesModule,
  organizationsModule,
  usersModule,
  groupsModule,
  clientsModule,
  apisModule,
  rolesModule,
  keysModule,
  registrationsModule,
  sessionsModule,
  loginsModule,
  mfaModule,
  subjectsModule,
  consentsModule,
  grantsModule,
  devicesModule,
  linksModule,
  mailModule,
  idempotencyModule,
  logoutsModule,
  exportsModule,
  importsModule,
  throttleModule,
  auditModule,
];

/** The entities of all tables. */
export const entities = modules.flatMap((each) => each.entities ?? []);

/** Loads what all modules do in the background, in their order. */
export const loadBackground = (): Promise<Background[]> =>
  Promise.all(modules.flatMap(({ background }) => (background ? [background()] : [])));
