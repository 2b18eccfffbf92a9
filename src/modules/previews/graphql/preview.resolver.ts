import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { PreviewService } from '../preview.service.ts';
import { PreviewTokensInput } from './preview.input.ts';
import { PreviewTokensPayload } from './preview.type.ts';

/** The cost of a preview, which reads the same as a sign-in. */
const COST = 50;

@Resolver()
export class PreviewResolver {
  @Mutation(() => PreviewTokensPayload, {
    complexity: COST,
    description:
      'Shows what an application would get about a user now, without a login, and why. Nothing is signed, so that nothing of it can be used. It is a mutation because it writes to the audit trail who has looked at whom. Only administrators may, and service accounts with the scope admin.',
  })
  previewTokens(
    @Arg('input', () => PreviewTokensInput, { description: 'Whose tokens, and for which application.' })
    input: PreviewTokensInput,
    @Ctx() ctx: RequestContext,
  ) {
    return ctx.get(PreviewService).preview(input);
  }
}
