/** What the settings of verifiers are made from. */
export interface Verified {
  readonly issuer: string;
  readonly identifier: string;
  readonly name: string;
  /** What the API's access tokens are signed with. */
  readonly signingAlg: string;
  readonly scopes: readonly string[];
  /** The scope that the guarded path demands. */
  readonly scope: string;
}

export type Verifier = (api: Verified) => string;

/** What the API's server tells of itself (RFC 9728 §2). */
export const resourceMetadata = ({ issuer, identifier, name, scopes }: Verified): string =>
  JSON.stringify(
    {
      resource: identifier,
      resource_name: name,
      authorization_servers: [issuer],
      scopes_supported: scopes,
      bearer_methods_supported: ['header'],
    },
    null,
    2,
  );

/** Where the API's server has to show it (RFC 9728 §3.1). Only an identifier that is a web address has such a place. */
export function metadataAddress(identifier: string): string | undefined {
  const { protocol, origin, pathname, search } = new URL(identifier);
  if (!/^https?:$/.test(protocol)) return undefined;
  return `${origin}/.well-known/oauth-protected-resource${pathname === '/' ? '' : pathname}${search}`;
}

/** A text between single quotes in JavaScript. */
export const inJs = (text: string): string => `'${text.replaceAll("'", String.raw`\'`)}'`;

/** A text between single quotes in YAML. */
export const inYaml = (text: string): string => `'${text.replaceAll("'", "''")}'`;
