import { Foundation } from './2026-11-20-foundation.ts';
import { MailAndLinks } from './2026-11-20-mail-and-links.ts';
import { ThrottleCounters } from './2026-11-20-throttle.ts';
import { ClientMetadata } from './2026-11-21-client-metadata.ts';
import { LogoutDeliveries } from './2026-11-21-logout-deliveries.ts';
import { SpentTokens } from './2026-11-21-spent-tokens.ts';
import { PushedRequests } from './2026-11-21-pushed-requests.ts';
import { WebOrigins } from './2026-11-21-web-origins.ts';
import { SearchSample } from './2026-11-21-search-sample.ts';
import { IdTokenClaims } from './2026-11-22-id-token-claims.ts';
import { BackupCodeKeys } from './2026-11-22-backup-code-keys.ts';
import { AccountLinks } from './2026-11-22-account-links.ts';
import { IndexOrder } from './2026-11-22-index-order.ts';
import { RefreshRetries } from './2026-11-22-refresh-retries.ts';
import { TrailOfUsers } from './2026-11-22-trail-of-users.ts';
import { ConsentCoverage } from './2026-11-22-consent-coverage.ts';
import { ProofOfSession } from './2026-11-22-proof-of-session.ts';
import { AuditClient } from './2026-11-22-audit-client.ts';
import { Mfa } from './2026-11-20-mfa.ts';
import { OutboxLines } from './2026-11-22-outbox-lines.ts';
import { FullOfGroups } from './2026-11-22-full-of-groups.ts';
import { ListsByState } from './2026-11-22-lists-by-state.ts';

/** Every migration, oldest first. A released one is never changed; the name is what a database remembers. */
export const migrations = [
  { name: '2026-11-20-foundation', class: Foundation },
  { name: '2026-11-20-mail-and-links', class: MailAndLinks },
  { name: '2026-11-20-throttle', class: ThrottleCounters },
  { name: '2026-11-20-mfa', class: Mfa },
  { name: '2026-11-21-client-metadata', class: ClientMetadata },
  { name: '2026-11-21-spent-tokens', class: SpentTokens },
  { name: '2026-11-21-logout-deliveries', class: LogoutDeliveries },
  { name: '2026-11-21-pushed-requests', class: PushedRequests },
  { name: '2026-11-21-web-origins', class: WebOrigins },
  { name: '2026-11-21-search-sample', class: SearchSample },
  { name: '2026-11-22-index-order', class: IndexOrder },
  { name: '2026-11-22-refresh-retries', class: RefreshRetries },
  { name: '2026-11-22-id-token-claims', class: IdTokenClaims },
  { name: '2026-11-22-backup-code-keys', class: BackupCodeKeys },
  { name: '2026-11-22-account-links', class: AccountLinks },
  { name: '2026-11-22-outbox-lines', class: OutboxLines },
  { name: '2026-11-22-trail-of-users', class: TrailOfUsers },
  { name: '2026-11-22-consent-coverage', class: ConsentCoverage },
  { name: '2026-11-22-proof-of-session', class: ProofOfSession },
  { name: '2026-11-22-audit-client', class: AuditClient },
  { name: '2026-11-22-full-of-groups', class: FullOfGroups },
  { name: '2026-11-22-lists-by-state', class: ListsByState },
];
