import { LockMode, type EntityManager, type Loaded } from '@mikro-orm/postgresql';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { hasProof, PROOF_SECONDS, requireProof, type UserViewer } from '../../ground/kernel/access.ts';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { uniqueViolation, type Transaction } from '../../ground/kernel/database.ts';
import { errorOf, notFound } from '../../ground/kernel/errors.ts';
import { isUuid, newId } from '../../ground/kernel/ids.ts';
import { digest } from '../../ground/kernel/secret.ts';
import { readLine } from '../../ground/kernel/text.ts';
import { audit } from '../audit/index.ts';
import { Brands } from '../branding/index.ts';
import { endSessionsOf } from '../sessions/index.ts';
import { Throttle } from '../throttle/index.ts';
import { isUnproved, seesAll, User } from '../users/index.ts';
import { BackupCodeSet } from './backup-code-set.entity.ts';
import { newCodeSet } from './backup-code.ts';
import { mfaErrors } from './errors.ts';
import { tell, withMail, type Guard } from './mfa-notice.ts';
import { passkeyLoader } from './mfa.loader.ts';
import { mfaPolicy, type MfaManage } from './mfa.policy.ts';
import { endOfChallenge, ENROLLMENT_SECONDS, newChallenge } from './passkey-challenge.ts';
import { challengeOf, isFramed, PasskeyParty, readAnswer, type CreationOptions } from './passkey-party.ts';
import { Passkey, UsedChallenge } from './passkey.entity.ts';

/** The most passkeys of a user. */
export const PASSKEYS_MAX = 20;
/** The most characters of a passkey's name. */
export const PASSKEY_NAME_MAX = 100;

/** A new passkey. */
export interface AddedPasskey {
  readonly passkey: Passkey;
  /** The user's backup codes, if this is the first second factor. They are shown only once. */
  readonly backupCodes: readonly string[] | null;
}

type Permitted = MfaManage & { readonly viewer: UserViewer };

/** Users manage their own passkeys. */
export class PasskeyService {
  constructor(private readonly ctx: RequestContext) {}

  /** Whether browsers have passkeys for the issuer. */
  get isAvailable(): boolean {
    return this.ctx.runtime.get(PasskeyParty).isAvailable;
  }

  /** The viewer's passkeys, in the order in which they were added. */
  own(): Promise<Passkey[]> {
    const { customerId, viewer } = mfaPolicy.manage(this.ctx.viewer);
    const where = { customerId, userId: viewer.userId };
    return this.ctx.em.find(Passkey, where, { orderBy: { id: 'asc' }, disableIdentityMap: true });
  }

  /**
   * What a browser needs to make a passkey for the viewer. Null if the viewer's last proof is too old to store one with it,
   * if browsers have no passkeys for the issuer, or if the viewer signed up and has not proved the address.
   */
  async creationOptions(): Promise<CreationOptions | null> {
    const { runtime, clock, em } = this.ctx;
    const { customerId, viewer } = mfaPolicy.manage(this.ctx.viewer);
    const party = runtime.get(PasskeyParty);
    if (!this.isAvailable || !hasProof(viewer, clock.now(), PROOF_SECONDS - ENROLLMENT_SECONDS)) return null;
    const { userId } = viewer;
    const [user, known, brand] = await Promise.all([
      em.findOne(User, { id: userId, customerId }, { populate: ['selfRegistered'], disableIdentityMap: true }),
      em.find(Passkey, { customerId, userId }, { populate: ['credentialId', 'transports'], disableIdentityMap: true }),
      runtime.get(Brands).of(customerId),
    ]);
    if (!user) throw notFound('user');
    if (isUnproved(user)) return null;
    const challenge = newChallenge(runtime, boundTo(viewer), ENROLLMENT_SECONDS);
    const { email, name } = user;
    return party.creation(challenge, ENROLLMENT_SECONDS, brand.name, { userId, email, name }, known);
  }

  /**
   * Stores a new passkey of the viewer, who must have signed in recently. `text` is the browser's answer to
   * `creationOptions`, as JSON, which counts once. If it is the user's first second factor, other sessions end, because they
   * had none, and the user gets backup codes. `guard` runs first, in the same transaction.
   */
  async add(text: string, name: string, guard?: Guard): Promise<AddedPasskey> {
    const permit = mfaPolicy.manage(this.ctx.viewer);
    requireProof(permit.viewer, this.ctx.clock.now());
    const given = readName(name);
    const answer = readAnswer(text) as RegistrationResponseJSON | null;
    const challenge = answer ? challengeOf(answer) : '';
    const expiresAt = endOfChallenge(this.ctx.runtime, boundTo(permit.viewer), challenge);
    const made = answer && expiresAt && (await this.check(answer, challenge));
    if (!made) throw mfaErrors.WRONG_PASSKEY();
    await this.ctx.get(Throttle).use('factor', { account: permit.viewer.userId });
    try {
      return await withMail(this.ctx, async (tx) => {
        const { customerId } = permit;
        if (guard) await guard(tx);
        tx.em.create(UsedChallenge, { customerId, challengeHash: digest(challenge), expiresAt });
        return this.store(permit, tx, { ...made, name: given });
      });
    } catch (fault) {
      const constraint = uniqueViolation(fault);
      if (constraint === 'passkeys_credential_id_key') throw mfaErrors.PASSKEY_ALREADY_ADDED();
      if (constraint === 'used_challenges_pkey') throw mfaErrors.WRONG_PASSKEY();
      throw fault;
    }
  }

  /** The passkey with this id, or null if there is none that the viewer may see. */
  async find(id: string): Promise<Passkey | null> {
    const passkey = isUuid(id) ? await this.ctx.loader(passkeyLoader).load(id.toLowerCase()) : null;
    return passkey && seesAll(this.ctx.viewer, passkey.userId) ? passkey : null;
  }

  /** Changes the name of a passkey of the viewer. */
  async rename(id: string, name: string): Promise<Passkey> {
    const permit = mfaPolicy.manage(this.ctx.viewer);
    const given = readName(name);
    return this.ctx.db.transaction(async (tx) => {
      const passkey = await this.locked(permit, tx.em, id);
      if (passkey.name === given) return passkey;
      this.record(tx.em, 'passkey.renamed', passkey, { from: passkey.name, to: given });
      passkey.name = given;
      return passkey;
    });
  }

  /** Removes a passkey of the viewer, who must have signed in recently. */
  async remove(id: string): Promise<Passkey> {
    const permit = mfaPolicy.manage(this.ctx.viewer);
    requireProof(permit.viewer, this.ctx.clock.now());
    return withMail(this.ctx, async (tx) => {
      const passkey = await this.locked(permit, tx.em, id);
      tx.em.remove(passkey);
      this.record(tx.em, 'passkey.removed', passkey, { name: passkey.name });
      await tell(this.ctx, tx, passkey, { event: 'passkey_removed', passkey: passkey.name });
      return passkey;
    });
  }

  private async store(
    { customerId, viewer: { userId, sessionId } }: Permitted,
    tx: Transaction,
    made: Pick<Passkey, 'credentialId' | 'publicKey' | 'signCount' | 'transports' | 'isSyncable' | 'isSynced' | 'name'>,
  ): Promise<AddedPasskey> {
    const { em } = tx;
    const user = await em.findOne(
      User,
      { id: userId, customerId },
      { populate: ['selfRegistered', 'locale', 'timeZone'], lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!user) throw notFound('user');
    if (isUnproved(user)) throw errorOf('EMAIL_UNPROVED');
    if ((await em.count(Passkey, { customerId, userId })) >= PASSKEYS_MAX) throw mfaErrors.TOO_MANY_PASSKEYS();
    const now = this.ctx.clock.now();
    const passkey = em.create(Passkey, {
      ...made,
      customerId,
      id: newId(now),
      userId,
      createdAt: now,
      lastUsedAt: null,
    });
    this.record(em, 'passkey.added', passkey, { name: passkey.name });
    await tell(this.ctx, tx, { customerId, userId, user }, { event: 'passkey_added', passkey: passkey.name });
    if (user.mfaEnabled) return { passkey, backupCodes: null };
    await endSessionsOf(em, customerId, userId, { exceptId: sessionId });
    const { shown, hashes } = newCodeSet(this.ctx.runtime.vault, userId);
    em.create(BackupCodeSet, { customerId, userId, hashes });
    return { passkey, backupCodes: shown };
  }

  /** What the answer says of the new passkey, if it is right (WebAuthn §7.1). */
  private async check(answer: RegistrationResponseJSON, challenge: string) {
    const { origin, id: rpId } = this.ctx.runtime.get(PasskeyParty);
    // Loaded with the first passkey, not at every start.
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    try {
      if (isFramed(answer)) return null;
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: answer,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        requireUserVerification: true,
      });
      if (!verified) return null;
      const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo;
      return {
        credentialId: Buffer.from(credential.id, 'base64url'),
        publicKey: Buffer.from(credential.publicKey),
        signCount: credential.counter,
        transports: (credential.transports ?? []).filter((each) => /^[a-z-]{1,32}$/.test(each)).slice(0, 10),
        isSyncable: credentialDeviceType === 'multiDevice',
        isSynced: credentialBackedUp,
      };
    } catch {
      return null;
    }
  }

  /** A passkey of the viewer with its user, locked until the transaction ends. */
  private async locked({ customerId, viewer: { userId } }: Permitted, em: EntityManager, id: string): Promise<Owned> {
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, lockTableAliases: ['p0'] };
    const where = { customerId, userId, id: id.toLowerCase() };
    const passkey = isUuid(where.id)
      ? await em.findOne(Passkey, where, { populate: ['user.locale', 'user.timeZone'], ...lock })
      : null;
    if (!passkey) throw notFound('passkey');
    return passkey;
  }

  private record(em: EntityManager, action: string, { id, userId }: Passkey, details: Record<string, string>): void {
    const about = { subjectType: 'user', subjectId: userId, details: { passkeyId: id, ...details } };
    audit.record(em, this.ctx, { action, ...about });
  }
}

type Owned = Loaded<Passkey, 'user'>;

const readName = (name: string): string => readLine('name', name, { max: PASSKEY_NAME_MAX });

/** A new passkey is for the session that has asked for it. */
const boundTo = ({ userId, sessionId }: UserViewer): string => `enroll\n${userId}\n${sessionId}`;
