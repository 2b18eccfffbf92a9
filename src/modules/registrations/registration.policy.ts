import { administers, permit, type Permit, type Viewer } from '../../ground/kernel/access.ts';
import type { Settings } from '../../ground/kernel/runtime.ts';
import { clientPolicy } from '../clients/index.ts';
import { registrationErrors } from './errors.ts';
import type { InitialAccessToken } from './initial-access-token.entity.ts';

export type RegistrationRead = Permit<'registration:read'>;
export type RegistrationWrite = Permit<'registration:write'>;

/** What a token lets its clients do. */
type Means = Pick<InitialAccessToken, 'grantTypes' | 'scopes' | 'resources' | 'authorizationDetailsTypes'>;

/** Who may let clients register themselves. */
export const registrationPolicy = {
  read: (viewer: Viewer): RegistrationRead =>
    permit('registration:read', viewer, (known) => administers(known, 'read')),
  revoke: (viewer: Viewer): RegistrationWrite =>
    permit('registration:write', viewer, (known) => administers(known, 'write')),
  /** Any new token. `give` decides what it lets clients do. */
  create: (viewer: Viewer, { registration }: Settings['clients']): RegistrationWrite => {
    const granted = registrationPolicy.revoke(viewer);
    if (registration === 'off') throw registrationErrors.CLIENT_REGISTRATION_OFF();
    return granted;
  },
  /** A token for such clients. Anybody who has it can make them, so the viewer needs all rights that they can have. */
  give: (viewer: Viewer, rules: Settings['clients'], means: Means): RegistrationWrite => {
    const granted = registrationPolicy.create(viewer, rules);
    clientPolicy.grant(clientPolicy.writeMany(viewer), { ...means, requireConsent: true, documents: null });
    return granted;
  },
};
