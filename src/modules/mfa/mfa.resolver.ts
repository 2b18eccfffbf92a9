import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../kernel/context.ts';
import { seesAll, UserType, type User } from '../users/index.ts';
import { factorCountLoader } from './mfa.loader.ts';
import { MfaService } from './mfa.service.ts';
import { BackupCodesPayload, MfaSetupType } from './mfa.type.ts';

@Resolver()
export class MfaResolver {
  @Mutation(() => MfaSetupType, {
    description: 'Starts the setup of an authenticator app for the signed-in user. verifyMfaSetup completes it.',
  })
  startMfaSetup(
    @Arg('code', () => String, {
      nullable: true,
      description: 'A code of the current app, which the new one will replace.',
    })
    code: string | null | undefined,
    @Ctx() ctx: RequestContext,
  ): Promise<MfaSetupType> {
    return ctx.get(MfaService).startSetup(code);
  }

  @Mutation(() => UserType, { description: 'Completes the setup. From now on, signing in needs a code of the app.' })
  verifyMfaSetup(
    @Arg('code', () => String, { description: 'The code that the app shows.' }) code: string,
    @Ctx() ctx: RequestContext,
  ): Promise<User> {
    return ctx.get(MfaService).verifySetup(code);
  }

  @Mutation(() => UserType, { description: 'Removes the second factor of the signed-in user.' })
  disableMfa(
    @Arg('code', () => String, { description: 'A code of the app, or a backup code.' }) code: string,
    @Ctx() ctx: RequestContext,
  ): Promise<User> {
    return ctx.get(MfaService).disable(code);
  }

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

  @Mutation(() => UserType, {
    description: 'Removes another user’s second factor and ends their sessions. Only for administrators.',
  })
  resetUserMfa(
    @Arg('userId', () => ID, { description: 'The user’s id.' }) userId: string,
    @Ctx() ctx: RequestContext,
  ): Promise<User> {
    return ctx.get(MfaService).reset(userId);
  }
}

/** The fields of a user about second factors. */
@Resolver(() => UserType)
export class UserMfaResolver {
  @FieldResolver(() => Boolean, {
    nullable: true,
    description: 'Whether the user signs in with a second factor. Null to other members of the customer.',
  })
  async mfaEnabled(@Root() user: User, @Ctx() ctx: RequestContext): Promise<boolean | null> {
    return seesAll(ctx.viewer, user.id) ? (await ctx.loader(factorCountLoader).load(user.id)) > 0 : null;
  }

  @FieldResolver(() => [String], {
    nullable: true,
    description: 'The second factors the user has enrolled. Null to other members of the customer.',
  })
  async mfaMethods(@Root() user: User, @Ctx() ctx: RequestContext): Promise<string[] | null> {
    const isEnabled = await this.mfaEnabled(user, ctx);
    return isEnabled === null ? null : isEnabled ? ['totp'] : [];
  }
}
