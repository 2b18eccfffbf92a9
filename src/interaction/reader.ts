import type { Request, Response } from 'express';
import { queryOf } from '../http/form.ts';
import { originOf } from '../http/origin.ts';
import { languageOf, localeOf, type Language } from '../views/index.ts';

/** The most languages of `ui_locales` that are read. */
const MOST = 20;

/** How a page addresses its reader. */
interface Reader {
  readonly language: Language;
  /** The language tag of dates. */
  readonly locale: string;
  /** The stylesheet of the customer that the page belongs to. */
  readonly brandHref: string | undefined;
}

/**
 * Who reads a page. The languages that the page knows of come first, such as those of an authorization request, then
 * `ui_locales` of the address (OpenID Connect Core §3.1.2.1), then those of the browser.
 */
export function readerOf(
  response: Response,
  known: readonly (string | null)[] = [],
  customerId: string | null = null,
): Reader {
  const request = response.req as Request;
  const wanted = new URLSearchParams(queryOf(request)).get('ui_locales')?.split(' ', MOST) ?? [];
  const given = known.filter((tag) => tag !== null);
  const tags = [...given, ...wanted, ...(originOf(request).languages ?? [])];
  const language = languageOf(tags);
  const brandHref = customerId === null ? undefined : `${request.baseUrl}/branding/${customerId}.css`;
  return { language, locale: localeOf(tags, language), brandHref };
}
