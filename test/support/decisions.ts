/** Who may do what, in random graphs: what the product decides, explains, finds and puts into tokens, beside a naive model. */
import { beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Answer, useApp } from './app.ts';
import { buildConfidential, buildUser, SECRET } from './builders.ts';
import { cases, type Case } from './decision-graphs.ts';
import {
  belongs,
  may,
  PLACES,
  reasonOf,
  SCOPES,
  SUBJECTS,
  suppose,
  USERS,
  type Place,
  type Subject,
} from './decision-model.ts';
import { DecisionStore, Stored, type People } from './decision-store.ts';
import { buildExchanger, exchange } from './exchanges.ts';
import { askForTokens, codeOf, redeem } from './logins.ts';

/** Graphs that are written and read together. */
const TOGETHER = 10;
/** Thousands of graphs take minutes, and more of them on a busy machine. */
const TIMEOUT_MS = 30 * 60_000;
const FIRST_USER = SUBJECTS[0]!;
const CLIENT = SUBJECTS.at(-1)!;
const NAMES = ['a', 'b'] as const;

/** Everything that can be asked of a graph: all subjects, scopes and organizations. */
const QUESTIONS = SUBJECTS.flatMap((subject) =>
  [...SCOPES.keys()].flatMap((scope) => PLACES.map((place) => ({ subject, scope, place }))),
);
type Question = (typeof QUESTIONS)[number];
const APIS = [0, 1] as const;
/** Those about one API and one organization. */
const about = (api: number, where: Place) =>
  QUESTIONS.filter(({ scope, place }) => SCOPES[scope]!.api === api && place === where);
const isOfFirst = ({ subject }: Question): boolean => subject === FIRST_USER;

/** Of the lists in a document, those of users, groups and service accounts. */
const KINDS = ['user', 'group', 'client'] as const;

const explaining = (name: string, { subject, scope }: Question, more = ''): string =>
  `${name}: explainAccess(subject: $s${SUBJECTS.indexOf(subject)}, api: $api, scope: "${SCOPES[scope]!.name}", organizationId: $place${more}) { ...E }`;
/** Asks everything about one API and one organization, and what would be for the first user. */
const EXPLAIN = `query (${SUBJECTS.map((_, n) => `$s${n}: AccessSubjectInput!`).join(' ')} $api: String! $place: ID $whatIf: AccessWhatIfInput) {
  ${about(0, null)
    .map((each, n) => explaining(`q${n}`, each))
    .join('\n')}
  ${about(0, null)
    .filter(isOfFirst)
    .map((each, n) => explaining(`w${n}`, each, ', whatIf: $whatIf'))
    .join('\n')}
} fragment E on AccessExplanation { allowed reason paths { steps { kind } } }`;
/** Finds everybody who may use one of the scopes, for one organization. */
const WHO_CAN = `query (${SCOPES.map((_, n) => `$s${n}: ID!`).join(' ')} $place: ID) {
  ${SCOPES.map(
    (_, n) => `s${n}: node(id: $s${n}) { ... on ApiScope {
      ${KINDS.map((kind) => `${kind}: whoCan(kind: ${kind.toUpperCase()}, first: 100, organizationId: $place) { ...W }`).join('\n')} } }`,
  ).join('\n')}
} fragment W on AbleConnection { pageInfo { hasNextPage } edges { node { id } } }`;

interface Explained {
  readonly allowed: boolean;
  readonly reason: string;
  readonly paths: readonly { readonly steps: readonly { readonly kind: string }[] }[];
}
interface Found {
  readonly pageInfo: { readonly hasNextPage: boolean };
  readonly edges: readonly { readonly node: { readonly id: string } }[];
}

/** The paths of an explanation, by reason: each leads from the subject to the scope. */
const PATHS: Readonly<Record<string, RegExp>> = {
  EVERYBODY: /^(?:USER|GROUP) SCOPE$/,
  ROLE: /^(?:(?:USER|GROUP)(?: GROUP)* ROLE|CLIENT(?: ROLE)?) SCOPE$/,
  GIVEN: /^CLIENT SCOPE$/,
};

/** Whether an explanation has paths exactly if the answer is yes. */
function isWhole({ allowed, reason, paths }: Explained): boolean {
  const shown = paths.map(({ steps }) => steps.map(({ kind }) => kind).join(' '));
  return allowed === paths.length > 0 && shown.every((each) => PATHS[reason]!.test(each));
}

/** Declares a test of so many times `TOGETHER` graphs for each seed, on a server of its own. */
export function testDecisions(seeds: readonly number[], rounds: number): void {
  const app = useApp({ ACCESS_TOKEN_SECONDS: '86400' });
  let people: readonly People[];
  let application: string;
  let store: DecisionStore;
  let asking: string;
  let reading: string;

  beforeAll(async () => {
    const asker = await buildConfidential(app, { grantTypes: ['client_credentials'], scopes: ['authz'] });
    asking = await app.token('authz', { clientId: asker.id, clientSecret: SECRET });
    reading = await app.token('read');
    const exchanger = await buildExchanger(app, { scopes: ['openid'] });
    application = exchanger.id;
    store = new DecisionStore(app, application);
    const made: People[] = [];
    for (let n = 0; n < TOGETHER; n += 1) {
      const users = await Promise.all(Array.from({ length: USERS }, () => buildUser(app)));
      const code = await codeOf(app, exchanger, users[0]!, { scope: 'openid' });
      const { body } = await redeem(app, exchanger, code, { client_secret: SECRET });
      const client = await buildConfidential(app, { grantTypes: ['client_credentials'], scopes: ['read'] });
      made.push({ users: users.map(({ id }) => id), client: client.id, token: body.access_token });
    }
    people = made;
  });

  /** Asks everything by one request. */
  async function evaluate(stored: Stored): Promise<void> {
    const evaluations = QUESTIONS.map(({ subject, scope, place }) => ({
      subject: { type: subject.kind, id: stored.idOf(subject) },
      ...asked(stored, scope, place),
    }));
    const { body } = await app.send('POST', '/access/v1/evaluations', { token: asking, body: { evaluations } });
    const told = body.evaluations as { decision: boolean; context: { code: string } }[];
    agree(stored, QUESTIONS, (n) => [told[n]!.context.code, told[n]!.decision]);
  }

  const asked = (stored: Stored, scope: number, place: number | null) => {
    const { api, name } = SCOPES[scope]!;
    const resource = { type: 'api', id: stored.identifierOf(api) };
    return { resource, action: { name }, ...contextOf(stored, place) };
  };
  const contextOf = (stored: Stored, place: number | null) =>
    place === null ? {} : { context: { organization: stored.organizations[place] } };

  async function explain(stored: Stored): Promise<void> {
    const { supposed, graph, looked } = stored.of;
    const { joins, leaves, gets, loses } = supposed;
    const { groups, roles } = stored;
    const subjects = SUBJECTS.map((each, n) => [`s${n}`, { kind: each.kind.toUpperCase(), id: stored.idOf(each) }]);
    const variables = {
      ...Object.fromEntries(subjects),
      whatIf: {
        addGroupIds: [groups[joins]],
        removeGroupIds: [groups[leaves]],
        addRoles: [{ accessRoleId: roles[gets] }],
        removeRoles: [{ accessRoleId: roles[loses] }],
      },
    };
    const there = { of: { ...stored.of, graph: suppose(graph, supposed) } };
    const { api } = SCOPES[looked.scope]!;
    // One API by its id, the other one by its identifier.
    const of = { api: api === 0 ? stored.apis[0] : stored.identifierOf(1), place: stored.placeOf(looked.place) };
    const data = await app.data(reading, EXPLAIN, { ...variables, ...of });
    const told = (name: string) => (n: number) => {
      const { reason, allowed } = data[`${name}${n}`] as Explained;
      return [reason.toLowerCase(), allowed] as const;
    };
    const questions = about(api, looked.place);
    agree(stored, questions, told('q'));
    agree(there, questions.filter(isOfFirst), told('w'));
    expect(Object.values<Explained>(data).filter((each) => !isWhole(each))).toEqual([]);
  }

  /** Users of other graphs may use an API that wants no role, and groups of theirs. */
  function findsThose(stored: Stored, kind: Subject['kind'], scope: number, place: Place, ids: string[]) {
    const { graph } = stored.of;
    const own = SUBJECTS.filter((each) => each.kind === kind);
    const expected = own.filter((each) => may(graph, each, scope, place)).map((each) => stored.idOf(each));
    const isAnybodys = kind !== 'client' && !graph.wantsRole[SCOPES[scope]!.api];
    const known = new Set(own.map((each) => stored.idOf(each)));
    expect(isAnybodys ? ids.filter((id) => known.has(id)) : ids).toEqual(expected.toSorted());
    expect(ids).toEqual(ids.toSorted());
  }

  async function whoCan(stored: Stored): Promise<void> {
    const { place } = stored.of.looked;
    const ids = Object.fromEntries(stored.scopes.map((id, n) => [`s${n}`, id]));
    const data = await app.data(reading, WHO_CAN, { ...ids, place: stored.placeOf(place) });
    for (const scope of SCOPES.keys())
      for (const kind of KINDS) {
        const { pageInfo, edges } = data[`s${scope}`][kind] as Found;
        expect(pageInfo.hasNextPage).toBe(false);
        const found = edges.map(({ node }) => node.id);
        findsThose(stored, kind, scope, place, found);
      }
  }

  const search = async (path: string, body: object): Promise<string[]> => {
    const { body: answer } = await app.send('POST', `/access/v1/search/${path}`, { token: asking, body });
    expect(answer.page.next_token).toBe('');
    return answer.results.map((each: { id?: string; name?: string }) => each.id ?? each.name);
  };

  async function searches(stored: Stored): Promise<void> {
    const { graph, looked } = stored.of;
    const { place, scope } = looked;
    const subjects = KINDS.map(async (kind) => {
      const subject = { type: kind, properties: { identifier: 'id' } };
      findsThose(stored, kind, scope, place, await search('subject', { ...asked(stored, scope, place), subject }));
    });
    const { api, name } = SCOPES[scope]!;
    const identifiers = APIS.map((each) => stored.identifierOf(each));
    const others = SUBJECTS.map(async (subject, n) => {
      const of = { subject: { type: subject.kind, id: stored.idOf(subject) }, ...contextOf(stored, place) };
      if (n % 2 === scope % 2) {
        const actions = await search('action', { ...of, resource: { type: 'api', id: identifiers[api] } });
        expect(actions).toEqual(NAMES.filter((each) => may(graph, subject, scopeOf(api, each), place)));
      } else {
        const resources = await search('resource', { ...of, action: { name }, resource: { type: 'api' } });
        const expected = identifiers.filter((_, at) => may(graph, subject, scopeOf(at, name), place));
        expect(resources.filter((each) => identifiers.includes(each)).toSorted()).toEqual(expected.toSorted());
      }
    });
    await Promise.all([...subjects, ...others]);
  }

  /** Tokens for each API, of the first user and of the service account. */
  async function tokens(stored: Stored): Promise<void> {
    const { graph, acts } = stored.of;
    const { client, token } = stored.people;
    const acting = belongs(graph, 0, acts) ? acts : null;
    const granted = (subject: Subject, api: number): string[] =>
      NAMES.filter((name) => may(graph, subject, scopeOf(api, name), subject === FIRST_USER ? acting : null));
    await Promise.all(
      APIS.map(async (api) => {
        const wish = { resource: stored.identifierOf(api), scope: NAMES.join(' ') };
        const ofUser = await exchange(app, { id: application }, token, wish);
        const credentials = { client_id: client, client_secret: SECRET };
        const ofClient = await askForTokens(app, { grant_type: 'client_credentials', ...credentials, ...wish });
        expect([grantedBy(ofUser), grantedBy(ofClient)]).toEqual([granted(FIRST_USER, api), granted(CLIENT, api)]);
      }),
    );
  }

  async function agrees(given: readonly Case[]): Promise<void> {
    const now = app.clock.now();
    const all = given.map((each, n) => new Stored(now, each, people[n]!));
    await store.write(all);
    try {
      await Promise.all(
        all.map((stored) =>
          Promise.all([evaluate, explain, whoCan, searches, tokens].map((compare) => compare(stored))).catch(
            (cause: Error) => {
              throw new Error(`${cause.message}\nof ${JSON.stringify(stored.of)}`, { cause });
            },
          ),
        ),
      );
    } finally {
      await store.delete(all);
    }
  }

  it.each(seeds)(
    'decisions, explanations, searches and tokens are those of a naive model, in any graph: seed %i',
    async (seed) => {
      const some = fc.array(cases, { minLength: TOGETHER, maxLength: TOGETHER });
      await fc.assert(fc.asyncProperty(some, agrees), { seed, numRuns: rounds, endOnFailure: true });
    },
    TIMEOUT_MS,
  );
}

const scopeOf = (api: number, name: string): number =>
  SCOPES.findIndex((each) => each.api === api && each.name === name);

/** The errors for whom nothing is granted, or who have no scopes of the API at all. */
const NOTHING: ReadonlySet<string> = new Set(['invalid_scope', 'invalid_target']);

function grantedBy({ status, body, text }: Answer): string[] {
  if (status === 200) return body.scope.split(' ');
  if (status === 400 && NOTHING.has(body.error)) return [];
  throw new Error(`No token: ${status} ${text}`);
}

/** Each question is answered as the model does: why, and whether it is allowed. */
function agree(
  { of: { graph } }: Pick<Stored, 'of'>,
  questions: readonly Question[],
  told: (n: number) => readonly [reason: string, allowed: boolean],
): void {
  const expected = questions.map(({ subject, scope, place }) => ({
    subject,
    scope,
    place,
    told: [reasonOf(graph, subject, scope, place), may(graph, subject, scope, place)],
  }));
  expect(expected.map((each, n) => ({ ...each, told: told(n) }))).toEqual(expected);
}
