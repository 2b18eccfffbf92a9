import { randomUUID } from 'node:crypto';
import type { TestApp } from './app.ts';
import type { BuiltUser } from './builders.ts';

export interface PreviewedDocument {
  readonly header: object | null;
  readonly content: Readonly<Record<string, unknown>> | null;
  readonly withheld: string | null;
  readonly claims: readonly {
    readonly name: string;
    readonly isPresent: boolean;
    readonly reasons: readonly { readonly kind: string; readonly name: string | null }[];
  }[];
}

export interface Preview {
  readonly idToken: PreviewedDocument;
  readonly accessToken: PreviewedDocument;
  readonly userinfo: PreviewedDocument;
  readonly introspection: PreviewedDocument;
  readonly askedScopes: readonly { readonly name: string; readonly isGranted: boolean; readonly outcome: string }[];
  readonly obstacles: readonly { readonly kind: string; readonly isFinal: boolean }[];
}

const DOCUMENT = '{ header content withheld claims { name isPresent reasons { kind name } } }';

/** Shows tokens with all that there is to say about them. */
export const PREVIEW = `mutation ($input: PreviewTokensInput!) { previewTokens(input: $input) {
  idToken ${DOCUMENT} accessToken ${DOCUMENT} userinfo ${DOCUMENT} introspection ${DOCUMENT}
  askedScopes { name isGranted outcome roles } obstacles { kind isFinal } } }`;

/** Why a claim is in the document or is not: each kind, with what it is about. */
export const reasonsOf = ({ claims }: PreviewedDocument, name: string): string[] =>
  (claims.find((claim) => claim.name === name)?.reasons ?? []).map(({ kind, name: of }) =>
    of ? `${kind} ${of}` : kind,
  );

const INSERT =
  'insert into organizations (id, customer_id, name, created_at, updated_at) values ($1, $2, $3, now(), now())';

/** An organization of the first customer. */
export async function buildOrganization(app: TestApp): Promise<string> {
  const id = randomUUID();
  await app.server.database.pool.query(INSERT, [id, app.customer.customerId, id]);
  return id;
}

/** A group that the user is in, of the organization if there is one. */
export async function buildGroup(app: TestApp, user: BuiltUser, organizationId: string | null = null): Promise<void> {
  const { pool } = app.server.database;
  const [id, { customerId }] = [randomUUID(), app.customer];
  await pool.query(
    'insert into groups (id, customer_id, organization_id, name, created_at, updated_at) values ($1::uuid, $2, $3, $1::uuid::text, now(), now())',
    [id, customerId, organizationId],
  );
  await pool.query('insert into memberships (group_id, user_id, customer_id, joined_at) values ($1, $2, $3, now())', [
    id,
    user.id,
    customerId,
  ]);
}

/** Defines an attribute of users. */
export const define = (app: TestApp, token: string, input: object): Promise<unknown> =>
  app.data(
    token,
    'mutation ($input: CreateAttributeDefinitionInput!) { createAttributeDefinition(input: $input) { attributeDefinition { id } } }',
    { input: { subject: 'USER', ...input } },
  );
