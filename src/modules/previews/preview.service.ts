import type { RequestContext } from '../../ground/kernel/context.ts';
import { errorOf } from '../../ground/kernel/errors.ts';
import { audit } from '../audit/index.ts';
import { ClientService } from '../clients/index.ts';
import { UserService } from '../users/index.ts';
import { previewPolicy } from './preview.policy.ts';
import { readPreview, type PreviewTokens } from './preview.input.ts';
import { TokenPreviewer } from './token-previewer.ts';
import type { TokenPreview } from './token-preview.ts';

/** Shows one viewer what applications would get about users. */
export class PreviewService {
  constructor(private readonly ctx: RequestContext) {}

  /**
   * The documents that the application would get about the user now. The audit trail has who looked at whom. `USER_NOT_FOUND` and
   * `CLIENT_NOT_FOUND` if the customer has none.
   */
  async preview(asked: PreviewTokens): Promise<TokenPreview> {
    previewPolicy.read(this.ctx.viewer);
    const { userId, organizationId, scopes, resource } = readPreview(asked);
    const [user, client] = await Promise.all([
      this.ctx.get(UserService).find(userId),
      this.ctx.get(ClientService).find(asked.clientId),
    ]);
    if (!user) throw errorOf('USER_NOT_FOUND');
    if (!client) throw errorOf('CLIENT_NOT_FOUND');
    const request = { user, clientId: client.id, organizationId, scopes, resource };
    const found = await this.ctx.runtime.get(TokenPreviewer).preview(request);
    if (!found) throw errorOf('CLIENT_NOT_FOUND');
    await audit.recordNow(this.ctx, {
      action: 'tokens.previewed',
      subjectType: 'user',
      subjectId: userId,
      details: {
        clientId: client.id,
        ...(scopes && { scopes }),
        ...(organizationId && { organizationId }),
        ...(resource && { resource }),
      },
    });
    return found;
  }
}
