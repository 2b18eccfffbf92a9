import { isDeepStrictEqual } from 'node:util';

/** One of the things that a client asks for in detail (RFC 9396 §2). Its type says what its other members mean. */
export interface AuthorizationDetail {
  readonly type: string;
  /** The resource servers that it is for. */
  readonly locations?: readonly string[];
  readonly [member: string]: unknown;
}

/** A text in the languages of the pages, in English at least. */
export interface LocalText {
  readonly en: string;
  readonly [language: string]: string;
}

export type JsonSchema = Readonly<Record<string, unknown>>;

/** What the operator says of a type of authorization details. */
export interface AuthorizationDetailsType {
  /** What users see in its place. */
  readonly name: LocalText;
  /** The same for its members, as far as they have one. */
  readonly titles: Readonly<Record<string, LocalText>>;
  /** The JSON Schema of the members besides `type`. */
  readonly schema: JsonSchema;
}

/** The members that are lists of what is allowed, so that fewer items allow less (RFC 9396 §2.2). */
export const LIST_MEMBERS = ['locations', 'actions', 'datatypes', 'privileges'] as const;

/**
 * Whether each of the details is one of the granted ones, or the same with fewer items in its lists. It has the same
 * members: nobody but the resource server knows what it means to leave one out.
 */
export const areCovered = (asked: readonly AuthorizationDetail[], granted: readonly AuthorizationDetail[]): boolean =>
  asked.every((one) => granted.some((whole) => isPartOf(one, whole)));

function isPartOf(one: AuthorizationDetail, whole: AuthorizationDetail): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(whole).length &&
    names.every((name) => {
      const [part, all] = [one[name], whole[name]];
      return isList(name) && Array.isArray(part) && Array.isArray(all)
        ? part.every((item) => all.includes(item))
        : Object.hasOwn(whole, name) && isDeepStrictEqual(part, all);
    })
  );
}

const isList = (name: string): boolean => (LIST_MEMBERS as readonly string[]).includes(name);
