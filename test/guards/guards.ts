/** Something that refuses, and how it is removed. */
export interface Guard {
  readonly name: string;
  readonly file: string;
  /** What stands in the file, once. */
  readonly text: string;
  readonly instead: string;
  /** The nearest tests. One of them must turn red. */
  readonly tests: readonly string[];
}

export const guards: readonly Guard[] = [
  {
    name: 'Only administrators manage groups where GROUPS_MANAGED_BY says so',
    file: 'src/modules/groups/group.policy.ts',
    text: `isUserOrAdministers(viewer, scope) : administers(viewer, scope);`,
    instead: `isUserOrAdministers(viewer, scope) : isUserOrAdministers(viewer, scope);`,
    tests: ['test/graphql/managed-groups.test.ts'],
  },
  {
    name: 'A membership is of a user of the same customer, whatever the code does',
    file: 'src/ground/persistence/migrations/schema/groups.ts',
    text: 'foreign key (customer_id, user_id) references users (customer_id, id)',
    instead: 'foreign key (user_id) references users (id)',
    tests: ['test/persistence/migrations.test.ts', 'test/persistence/relations.test.ts'],
  },
  {
    name: 'The verifier of a code is that of its challenge (PKCE)',
    file: 'src/modules/grants/authorization-code.hot.sql.ts',
    text: `and t.code_challenge is not distinct from :codeChallenge::text`,
    instead: `and (t.code_challenge is not distinct from :codeChallenge::text or true)`,
    tests: ['test/oauth/pkce.test.ts', 'test/oauth/authorization-code.test.ts'],
  },
  {
    name: 'A DPoP proof is used once',
    file: 'src/modules/grants/used-proof.hot.sql.ts',
    text: `decode(asked."proofHash", 'hex') in (select proof_hash from spent)`,
    instead: `true or decode(asked."proofHash", 'hex') in (select proof_hash from spent)`,
    tests: ['test/oauth/dpop.test.ts', 'test/oauth/dpop-tokens.test.ts'],
  },
  {
    name: 'A code is redeemed once',
    file: 'src/modules/grants/redemption.hot.sql.ts',
    text: `and t.consumed_at is null`,
    instead: ``,
    tests: ['test/oauth/authorization-code.test.ts'],
  },
  {
    name: 'A redirect URI is exactly the registered one',
    file: 'src/doors/oauth/redirect-uris.ts',
    text: `registered === uri ||`,
    instead: `uri.startsWith(registered) ||`,
    tests: ['test/oauth/authorize.test.ts'],
  },
  {
    name: 'A form comes from a page of this server',
    file: 'src/doors/pages/parts/page.ts',
    text: `if (foreign || (site !==`,
    instead: `if (false && (foreign || site !==`,
    tests: ['test/pages/bindings.test.ts', 'test/pages/login.test.ts'],
  },
  {
    name: 'Wrong passwords make the account wait',
    file: 'src/modules/throttle/throttle.service.ts',
    text: `if (refusedFor > 0) {`,
    instead: `if (refusedFor > Infinity) {`,
    tests: ['test/modules/throttle/uncounted-guesses.test.ts', 'test/pages/login.test.ts'],
  },
  {
    name: 'A customer keeps its last administrator',
    file: 'src/ground/persistence/migrations/schema/users.ts',
    text: `if found and not exists (`,
    instead: `if false and not exists (`,
    tests: ['test/modules/users/users.test.ts'],
  },
  {
    name: 'A link to an export needs the rights that whoever asked for it still has',
    file: 'src/modules/exports/export.service.ts',
    text: `    exportPolicy.read(viewer, kind);\n`,
    instead: ``,
    tests: ['test/modules/exports.test.ts'],
  },
];
