import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { ArgumentsFulfill } from '../../../ground/kernel/graphql/fulfills.ts';
import { URI_MAX } from '../../../ground/kernel/registered-uri.ts';
import { API_SCOPE_NAME_MAX } from '../../apis/index.ts';
import { ExplanationService } from '../explanation.service.ts';
import { AccessSubjectInput, AccessWhatIfInput } from './explanation.input.ts';
import { AccessExplanationType } from './explanation.type.ts';

/** An explanation reads every group around the subject, and their roles. */
const COST = 100;

@Resolver()
export class ExplanationResolver {
  @ArgumentsFulfill({ api: { maxLength: URI_MAX }, scope: { maxLength: API_SCOPE_NAME_MAX } })
  @Query(() => AccessExplanationType, {
    complexity: COST,
    description:
      'Whether a user, a group or a service account may use a scope of an API, and why. Administrators ask about everybody, users about themselves.',
  })
  explainAccess(
    @Arg('subject', () => AccessSubjectInput, { description: 'Who.' }) subject: AccessSubjectInput,
    @Arg('api', () => String, { description: 'The API, by identifier or id. The issuer is Guildhall itself.' })
    api: string,
    @Arg('scope', () => String, { description: 'The name of the scope.' }) scope: string,
    @Arg('organizationId', () => ID, {
      nullable: true,
      description: 'The organization that the subject would act for. Null for none.',
    })
    organizationId: string | null,
    @Arg('whatIf', () => AccessWhatIfInput, {
      nullable: true,
      description: 'What would be different. Only administrators may suppose something.',
    })
    whatIf: AccessWhatIfInput | null,
    @Ctx() ctx: RequestContext,
  ) {
    return ctx
      .get(ExplanationService)
      .explain({ subject, api, scope, organizationId: organizationId ?? null }, whatIf ?? null);
  }
}
