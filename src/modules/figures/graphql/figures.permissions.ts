import { Ctx, FieldResolver, Resolver } from 'type-graphql';
import { falseIfRefused } from '../../../ground/kernel/access.ts';
import type { RequestContext } from '../../../ground/kernel/context.ts';
import { viewerCan } from '../../../ground/kernel/graphql/module.ts';
import { ViewerPermissions } from '../../../ground/kernel/graphql/types.ts';
import { auditPolicy } from '../../audit/index.ts';
import { permitSigningKeys } from '../figures.service.ts';

export const figuresPermissions = [viewerCan('Viewer', { readFigures: ({ viewer }) => auditPolicy.read(viewer) })];

/** Whether a part of the figures is the viewer's to see. */
@Resolver(() => ViewerPermissions)
export class SigningKeysPermission {
  @FieldResolver(() => Boolean, {
    description: 'Whether the viewer sees the keys of the server in `figures.signingKeys`.',
  })
  readSigningKeys(@Ctx() ctx: RequestContext): Promise<boolean> {
    return permitSigningKeys(ctx).then(() => true, falseIfRefused);
  }
}
