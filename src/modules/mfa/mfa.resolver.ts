import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '../../kernel/context.ts';
import { UserType, type UserRow } from '../users/index.ts';
import { MfaService } from './mfa.service.ts';
import { BackupCodesPayload, MfaSetupType } from './mfa.type.ts';

@Resolver()
export class MfaResolver {
  @Mutation(() => MfaSetupType, {
    description: 'Begins to enrol an authenticator app of the user who asks; verifyMfaSetup ends it.',
  })
  startMfaSetup(
    @Arg('code', () => String, {
      nullable: true,
      description: 'A code of the app that is enrolled already, whose place the new one is to take.',
    })
    code: string | null | undefined,
    @Ctx() ctx: RequestContext,
  ): Promise<MfaSetupType> {
    return ctx.get(MfaService).startSetup(code);
  }

  @Mutation(() => UserType, { description: 'Enrols the app: from now on, signing in takes a code of it.' })
  verifyMfaSetup(
    @Arg('code', () => String, { description: 'The code the app shows.' }) code: string,
    @Ctx() ctx: RequestContext,
  ): Promise<UserRow> {
    return ctx.get(MfaService).verifySetup(code);
  }

  @Mutation(() => UserType, { description: 'Takes the second factor of the user who asks away.' })
  disableMfa(
    @Arg('code', () => String, { description: 'A code of the app, or a backup code.' }) code: string,
    @Ctx() ctx: RequestContext,
  ): Promise<UserRow> {
    return ctx.get(MfaService).disable(code);
  }

  @Mutation(() => BackupCodesPayload, { description: 'Makes new backup codes; the ones before no longer work.' })
  async regenerateBackupCodes(
    @Arg('code', () => String, {
      nullable: true,
      description:
        'A code of the app, or a backup code; may be left out for ten minutes after signing in with one, and for half an hour in the session that enrolled the app.',
    })
    code: string | null | undefined,
    @Ctx() ctx: RequestContext,
  ): Promise<BackupCodesPayload> {
    return { backupCodes: await ctx.get(MfaService).regenerateBackupCodes(code) };
  }

  @Mutation(() => UserType, {
    description: 'Takes another user’s second factor away and ends their sessions; for administrators.',
  })
  resetUserMfa(
    @Arg('userId', () => ID, { description: 'The user’s id.' }) userId: string,
    @Ctx() ctx: RequestContext,
  ): Promise<UserRow> {
    return ctx.get(MfaService).reset(userId);
  }
}
