import type { User } from '../users/index.ts';
import type { TokenPreview } from './token-preview.ts';

/** What is asked, of a user and a client of one customer. */
export interface PreviewedRequest {
  readonly user: Pick<User, 'id' | 'customerId' | 'isActive' | 'emailVerified'>;
  readonly clientId: string;
  /** The organization that the request names; null for none. */
  readonly organizationId: string | null;
  /** Null for all that the client may ask for. */
  readonly scopes: readonly string[] | null;
  /** Null for none. */
  readonly resource: string | null;
}

/**
 * What issues tokens. The door that does it is above this module. So whoever puts the server together says how to ask it.
 */
export class TokenPreviewer {
  /** The preview; null if the client no longer exists. */
  preview: (request: PreviewedRequest) => Promise<TokenPreview | null> = () => Promise.resolve(null);
}
