import type { ClaimReason, PreviewedClaim } from '../../../modules/previews/index.ts';

type Content = Readonly<Record<string, unknown>>;

/** A claim that a document can have: why it is there if it is, and what is missing otherwise. */
export interface ClaimRow {
  readonly name: string;
  readonly there: readonly ClaimReason[];
  /** Empty if only a value is missing. */
  readonly missing: readonly ClaimReason[];
}

export const because = (kind: ClaimReason['kind'], name: string | null = null): ClaimReason => ({ kind, name });

export const row = (
  name: string,
  there: readonly ClaimReason[],
  missing: readonly ClaimReason[] = [because('no_value')],
): ClaimRow => ({ name, there, missing });

/** Claims that every document of the kind has. */
export const always = (...names: readonly string[]): ClaimRow[] => names.map((name) => row(name, [because('always')]));

/** Claims that tell of the login. */
export const ofLogin = (...names: readonly string[]): ClaimRow[] => names.map((name) => row(name, [because('login')]));

/** Claims that only a request or a signed token makes. The preview has none of them. */
export const ofRequest = (...names: readonly string[]): ClaimRow[] =>
  names.map((name) => row(name, [because('request')], [because('request')]));

/** The claims of a document that is there, each with its reasons. The document says which are present, and no rule besides. */
export const claimsIn = (content: Content, rows: readonly ClaimRow[]): readonly PreviewedClaim[] =>
  rows.map(({ name, there, missing }) => {
    const isPresent = content[name] !== undefined;
    const reasons = isPresent ? there : missing;
    return { name, isPresent, reasons: reasons.length > 0 ? reasons : [because('no_value')] };
  });
