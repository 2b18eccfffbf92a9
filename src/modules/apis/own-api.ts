import { OWN_API_ID } from '../../ground/kernel/own-api.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { ownApiNamed } from './own-api.hot.sql.ts';

/** Calls Guildhall itself by its issuer in the list of APIs, which the migrations do not know. A server does so when it starts. */
export async function nameOwnApi({ db, clock, settings }: Runtime): Promise<void> {
  await db.rows(ownApiNamed, { id: OWN_API_ID, issuer: settings.server.baseUrl, now: clock.now() });
}
