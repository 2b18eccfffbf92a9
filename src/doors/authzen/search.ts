import { createHash } from 'node:crypto';
import { fault } from '../../ground/kernel/errors.ts';
import { isUuid } from '../../ground/kernel/ids.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { searchActions, searchResources, searchSubjects, type Found, type Page } from '../../modules/access/index.ts';
import { type Json, optionalObject, optionalText } from './body.ts';
import {
  actionIn,
  entityIn,
  nodeKindOf,
  organizationIn,
  prefixOf,
  resourceOf,
  scopesOf,
  soughtIn,
  subjectKindOf,
} from './entities.ts';

/** How many results a page has at most, and by default. */
export const PAGE_MAX = 100;

/** An answer (§8.3): `page` comes first. */
export interface Results {
  readonly page: { readonly next_token: string; readonly count: number };
  readonly results: readonly Json[];
}

/** What is searched for. */
type Sought = 'subject' | 'resource' | 'action';

type Search = (runtime: Runtime, customerId: string, body: Json) => Promise<Results>;

const NOTHING: Found<never> = { results: [], next: null };

/** Who may do it (§8.4). */
export const subjects: Search = async (runtime, customerId, body) => {
  const { type, properties } = soughtIn(body, 'subject');
  const action = actionIn(body);
  const resource = entityIn(body, 'resource');
  const organizationId = organizationIn(body);
  const kind = subjectKindOf(type);
  const page = pageIn('subject', body, kind !== 'client');
  const scopes = scopesOf(action, resource.type);
  const asked = { customerId, resource: resourceOf(resource), scopes, organizationId };
  const found = kind ? await searchSubjects(runtime, kind, asked, page) : NOTHING;
  // A username that looks like an id would be read as one.
  const idOf = ({ id, username }: { id: string; username: string | null }): string =>
    properties['identifier'] === 'id' || username === null || isUuid(username) ? id : username;
  return told('subject', body, page, found, (each) => ({ type, id: idOf(each) }));
};

/** What it may be done with (§8.5). */
export const resources: Search = async (runtime, customerId, body) => {
  const subject = entityIn(body, 'subject');
  const action = actionIn(body);
  const { type } = soughtIn(body, 'resource');
  const organizationId = organizationIn(body);
  const kind = subjectKindOf(subject.type);
  const node = nodeKindOf(type);
  const page = pageIn('resource', body, node !== 'client');
  const prefix = prefixOf(type);
  const asked = {
    customerId,
    subject: { kind: kind ?? 'user', id: subject.id },
    scopes: scopesOf(action, type),
    organizationId,
  };
  const found = kind ? await searchResources(runtime, node ?? 'api', asked, page, prefix) : NOTHING;
  return told('resource', body, page, found, ({ id, identifier = id }) => ({
    type,
    id: identifier.slice(prefix.length),
  }));
};

/** What may be done (§8.6). */
export const actions: Search = async (runtime, customerId, body) => {
  const subject = entityIn(body, 'subject');
  const resource = entityIn(body, 'resource');
  const organizationId = organizationIn(body);
  const kind = subjectKindOf(subject.type);
  const page = pageIn('action', body, false);
  const of = { kind: kind ?? 'user', id: subject.id };
  const asked = { customerId, subject: of, resource: resourceOf(resource), organizationId };
  const found = kind ? await searchActions(runtime, asked, page, prefixOf(resource.type)) : NOTHING;
  return told('action', body, page, found, ({ id }) => ({ name: id }));
};

function told<Each>(
  sought: Sought,
  body: Json,
  page: Page,
  { results, next }: Found<Each>,
  show: (each: Each) => Json,
): Results {
  const token = next === null ? '' : JSON.stringify({ after: next, limit: page.limit, of: fingerprint(sought, body) });
  return {
    page: { next_token: Buffer.from(token).toString('base64url'), count: results.length },
    results: results.map(show),
  };
}

/** The page that is asked for (§8.2). A token is good for the search that it came from, with the same limit or none. */
function pageIn(sought: Sought, body: Json, isByUuid: boolean): Page {
  const page = optionalObject(body, 'page') ?? {};
  const { limit } = page;
  if (limit !== undefined && !(Number.isSafeInteger(limit) && (limit as number) >= 0))
    throw fault('page.limit', 'whole_from', { min: 0 });
  const asked = limit === undefined ? undefined : Math.min(limit as number, PAGE_MAX);
  const token = optionalText(page, 'token', 'page.token') ?? '';
  if (token === '') return { after: '', limit: asked ?? PAGE_MAX };
  const from = readToken(token);
  const isOurs = from && from.of === fingerprint(sought, body) && (asked ?? from.limit) === from.limit;
  if (!isOurs || from.after.includes('\0') || (isByUuid && from.after !== '' && !isUuid(from.after)))
    throw fault('page.token', 'invalid');
  return { after: from.after, limit: from.limit };
}

function readToken(token: string): { after: string; limit: number; of: string } | undefined {
  try {
    const { after, limit, of } = JSON.parse(Buffer.from(token, 'base64url').toString()) as Json;
    const isWhole = typeof limit === 'number' && Number.isSafeInteger(limit) && limit >= 0 && limit <= PAGE_MAX;
    return typeof after === 'string' && typeof of === 'string' && isWhole ? { after, limit, of } : undefined;
  } catch {
    return undefined;
  }
}

/** What stays the same from page to page. */
const fingerprint = (sought: Sought, { subject, action, resource, context }: Json): string =>
  createHash('sha256')
    .update(JSON.stringify([sought, subject, action, resource, context]))
    .digest('base64url')
    .slice(0, 22);
