import { now } from '../../now.ts';
import { StateBadge } from '../../parts/state-badge.tsx';

interface Token {
  readonly clientsMax: number;
  readonly clientsRegistered: number;
  readonly expiresAt: string;
  readonly revokedAt: string | null;
}

/** Whether a token still registers applications, or why it does not. */
function stateOf({ clientsMax, clientsRegistered, expiresAt, revokedAt }: Token): string {
  if (revokedAt) return 'REVOKED';
  if (Date.parse(expiresAt) <= now()) return 'EXPIRED';
  return clientsRegistered < clientsMax ? 'REGISTERING' : 'USED_UP';
}

/** Whether a token still registers applications. */
export const TokenState = ({ token }: { token: Token }) => <StateBadge state={stateOf(token)} />;
