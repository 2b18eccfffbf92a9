import { Schema } from './0001-schema.ts';
import { ImportEncodings } from './0002-import-encodings.ts';
import { SearchFolding } from './0003-search-folding.ts';
import { SearchFoldingRows } from './0004-search-folding-rows.ts';
import { ExportLinksOfSessions } from './0005-export-links-of-sessions.ts';
import { SessionsOfTheRaised } from './0006-sessions-of-the-raised.ts';
import { CreatorsOfGroups } from './0007-creators-of-groups.ts';
import { BoundsOfLogins } from './0008-bounds-of-logins.ts';
import { NoncesOfRegistrations } from './0009-nonces-of-registrations.ts';
import { LimitsOfRegisteredClients } from './0010-limits-of-registered-clients.ts';
import { ServedResources } from './0011-served-resources.ts';
import { ClaimsOfConsents } from './0012-claims-of-consents.ts';
import { MappedImports } from './0013-mapped-imports.ts';
import { KeptNames } from './0014-kept-names.ts';
import { RulesOfImportFaults } from './0015-rules-of-import-faults.ts';
import { NestedGroups } from './0016-nested-groups.ts';
import { Apis } from './0017-apis.ts';
import { Roles } from './0018-roles.ts';
import { EffectiveGroups } from './0019-effective-groups.ts';
import { DeclinedScopes } from './0020-declined-scopes.ts';
import { GuildhallApi } from './0021-guildhall-api.ts';
import { AccountsOfGuesses } from './0022-accounts-of-guesses.ts';

/** Every migration, oldest first. A released one is never changed; the name is what a database remembers. */
export const migrations = [
  { name: '0001-schema', class: Schema },
  { name: '0002-import-encodings', class: ImportEncodings },
  { name: '0003-search-folding', class: SearchFolding },
  { name: '0004-search-folding-rows', class: SearchFoldingRows },
  { name: '0005-export-links-of-sessions', class: ExportLinksOfSessions },
  { name: '0006-sessions-of-the-raised', class: SessionsOfTheRaised },
  { name: '0007-creators-of-groups', class: CreatorsOfGroups },
  { name: '0008-bounds-of-logins', class: BoundsOfLogins },
  { name: '0009-nonces-of-registrations', class: NoncesOfRegistrations },
  { name: '0010-limits-of-registered-clients', class: LimitsOfRegisteredClients },
  { name: '0011-served-resources', class: ServedResources },
  { name: '0012-claims-of-consents', class: ClaimsOfConsents },
  { name: '0013-mapped-imports', class: MappedImports },
  { name: '0014-kept-names', class: KeptNames },
  { name: '0015-rules-of-import-faults', class: RulesOfImportFaults },
  { name: '0016-nested-groups', class: NestedGroups },
  { name: '0017-apis', class: Apis },
  { name: '0018-roles', class: Roles },
  { name: '0019-effective-groups', class: EffectiveGroups },
  { name: '0020-declined-scopes', class: DeclinedScopes },
  { name: '0021-guildhall-api', class: GuildhallApi },
  { name: '0022-accounts-of-guesses', class: AccountsOfGuesses },
];
