/** The parameters of an authorization request. Those without a value are omitted (RFC 6749 §3.1). */
export type Parameters = ReadonlyMap<string, string>;
