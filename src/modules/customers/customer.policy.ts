import { administers, permit, type Permit, type Viewer } from '../../ground/kernel/access.ts';

export type CustomerWrite = Permit<'customer:write'>;
export type SecondFactorRead = Permit<'customer:second-factor'>;

/** Administrators change the settings of their customer. Callers see no other customer. */
export const customerPolicy = {
  write: (viewer: Viewer): CustomerWrite => permit('customer:write', viewer, (known) => administers(known, 'admin')),
  readSecondFactor: (viewer: Viewer): SecondFactorRead =>
    permit('customer:second-factor', viewer, (known) => administers(known, 'read')),
};
