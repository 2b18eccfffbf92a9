import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { flag, keyOf, part } from '../../../ground/lists/filter/index.ts';
import { ArgumentsFulfill } from '../../../ground/kernel/graphql/fulfills.ts';
import { UserPayload, UserType } from '../../users/graphql/index.ts';
import { seesAll, User, type MfaMethod, userFilter, userPolicy } from '../../users/index.ts';
import { ENTERED_MAX } from '../backup-code.ts';
import { factorsLoader } from '../mfa.loader.ts';
import { MfaService } from '../mfa.service.ts';
import { BackupCodesPayload, MfaMethodEnum, MfaSetupPayload } from './mfa.type.ts';

const CODE = { code: { maxLength: ENTERED_MAX } };

@Resolver()
export class MfaResolver {
  @ArgumentsFulfill(CODE)
  @Mutation(() => MfaSetupPayload, {
    description: 'Starts the setup of an authenticator app for the signed-in user. verifyMfaSetup completes it.',
  })
  startMfaSetup(
    @Arg('code', () => String, {
      nullable: true,
      description: 'A code of the current app, which the new one will replace.',
    })
    code: string | null | undefined,
    @Ctx() ctx: RequestContext,
  ): Promise<MfaSetupPayload> {
    return ctx.get(MfaService).startSetup(code);
  }

  @ArgumentsFulfill(CODE)
  @Mutation(() => UserPayload, { description: 'Completes the setup. From now on, signing in needs a code of the app.' })
  async verifyMfaSetup(
    @Arg('code', () => String, { description: 'The code that the app shows.' }) code: string,
    @Ctx() ctx: RequestContext,
  ) {
    return withFactors(await ctx.get(MfaService).verifySetup(code), true);
  }

  @ArgumentsFulfill(CODE)
  @Mutation(() => UserPayload, {
    description: 'Removes the authenticator app of the signed-in user, with its backup codes. Passkeys stay.',
  })
  async disableMfa(
    @Arg('code', () => String, { description: 'A code of the app, or a backup code.' }) code: string,
    @Ctx() ctx: RequestContext,
  ) {
    const user = await ctx.get(MfaService).disable(code);
    return withFactors(user, user.mfaMethods.includes('passkey'));
  }

  @ArgumentsFulfill(CODE)
  @Mutation(() => BackupCodesPayload, { description: 'Makes new backup codes. The previous ones stop working.' })
  async regenerateBackupCodes(
    @Arg('code', () => String, {
      nullable: true,
      description:
        'A code of the app, or a backup code. Optional for ten minutes after signing in with one, and for half an hour in the session that enrolled the app.',
    })
    code: string | null | undefined,
    @Ctx() ctx: RequestContext,
  ): Promise<BackupCodesPayload> {
    return { backupCodes: await ctx.get(MfaService).regenerateBackupCodes(code) };
  }

  @Mutation(() => UserPayload, {
    description:
      'Removes another user’s second factors, passkeys included, and ends their sessions. Only for administrators.',
  })
  async resetUserMfa(@Arg('id', () => ID, { description: 'The user’s id.' }) id: string, @Ctx() ctx: RequestContext) {
    return withFactors(await ctx.get(MfaService).reset(id), false);
  }
}

/** A user whose factors have just changed. A trigger has changed the row since it was read. */
const withFactors = (user: User, mfaEnabled: boolean) => ({ user: Object.assign(user, { mfaEnabled }) });

userFilter.add({
  mfa: part(
    'UserMfa',
    { description: 'The second factors of a user.', permit: userPolicy.read },
    { enrolled: flag(keyOf(User, 'mfaEnabled'), { description: 'Whether the user signs in with a second factor.' }) },
  ),
});

/** The fields of a user about second factors. */
@Resolver(() => UserType)
export class UserMfaResolver {
  @FieldResolver(() => [MfaMethodEnum], {
    nullable: true,
    description:
      'The second factors the user has enrolled, or else EMAIL if the user enters codes by email. Null to other members of the customer.',
  })
  async mfaMethods(@Root() user: User, @Ctx() ctx: RequestContext): Promise<(MfaMethod | 'email')[] | null> {
    const factors = seesAll(ctx.viewer, user.id) ? await ctx.loader(factorsLoader).load(user.id) : null;
    return factors && [...factors.enrolled, ...(factors.emailCodes?.isReplaced === false ? (['email'] as const) : [])];
  }
}
