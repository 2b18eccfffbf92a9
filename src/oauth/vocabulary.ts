/** How clients sign their assertions: with keys of their own, and no symmetric ones (RFC 8725 §3.1). */
export const ASSERTION_ALGORITHMS = ['ES256', 'RS256', 'PS256', 'EdDSA', 'Ed25519'];

/**
 * The `typ` of what we sign: RFC 9068 §2.1 keeps access tokens apart from all others. What ID tokens and answers of
 * userinfo have is what their readers know; their claims tell them apart.
 */
export const TOKEN_TYPES = { access: 'at+jwt', id: 'JWT', userinfo: 'JWT' } as const;

/** How sure a login is of its user (`acr`): by one factor, or by two. */
export const ACR = { oneFactor: 'urn:guildhall:acr:1', twoFactors: 'urn:guildhall:acr:2' } as const;

/** The `acr` of a login by these methods; RFC 8176 §2 calls more than one factor `mfa`. */
export const acrOf = (amr: readonly string[]): string => (amr.includes('mfa') ? ACR.twoFactors : ACR.oneFactor);
