import { authorizeCases } from './cases/authorize.cases.ts';
import type { Cases } from './cases/case.ts';
import { deviceCases } from './cases/device.cases.ts';
import { dpopCases } from './cases/dpop.cases.ts';
import { introspectionCases } from './cases/introspection.cases.ts';
import { logoutCases } from './cases/logout.cases.ts';
import { metadataCases } from './cases/metadata.cases.ts';
import { parCases } from './cases/par.cases.ts';
import { registrationCases } from './cases/registration.cases.ts';
import { requestObjectCases } from './cases/request-object.cases.ts';
import { revocationCases } from './cases/revocation.cases.ts';
import { tokenCases } from './cases/token.cases.ts';
import { userinfoCases } from './cases/userinfo.cases.ts';
import { authorizeDifferences } from './differences/authorize.differences.ts';
import { deviceDifferences } from './differences/device.differences.ts';
import type { Difference } from './differences/difference.ts';
import { dpopDifferences } from './differences/dpop.differences.ts';
import { introspectionDifferences } from './differences/introspection.differences.ts';
import { registrationDifferences } from './differences/registration.differences.ts';
import { requestObjectDifferences } from './differences/request-object.differences.ts';
import { revocationDifferences } from './differences/revocation.differences.ts';
import { parDifferences } from './differences/par.differences.ts';
import { logoutDifferences } from './differences/logout.differences.ts';
import { metadataDifferences } from './differences/metadata.differences.ts';
import { tokenDifferences } from './differences/token.differences.ts';
import { userinfoDifferences } from './differences/userinfo.differences.ts';
import { type Observation, observe } from './observe.ts';
import type { Party } from './party.ts';

interface Comparison {
  readonly cases: Cases;
  /** Every difference there is, with its reason. */
  readonly differences: readonly Difference[];
}

/** What is asked of each endpoint, and how the answers differ. */
export const COMPARISONS = {
  authorize: { cases: authorizeCases, differences: authorizeDifferences },
  token: { cases: tokenCases, differences: tokenDifferences },
  userinfo: { cases: userinfoCases, differences: userinfoDifferences },
  introspection: { cases: introspectionCases, differences: introspectionDifferences },
  revocation: { cases: revocationCases, differences: revocationDifferences },
  device: { cases: deviceCases, differences: deviceDifferences },
  dpop: { cases: dpopCases, differences: dpopDifferences },
  par: { cases: parCases, differences: parDifferences },
  'request-object': { cases: requestObjectCases, differences: requestObjectDifferences },
  registration: { cases: registrationCases, differences: registrationDifferences },
  logout: { cases: logoutCases, differences: logoutDifferences },
  metadata: { cases: metadataCases, differences: metadataDifferences },
} satisfies Readonly<Record<string, Comparison>>;
export type Endpoint = keyof typeof COMPARISONS;

/** One aspect in which the two servers answered one request differently; what an answer does not have is `-`. */
export interface Found {
  readonly request: string;
  readonly aspect: string;
  readonly ours: string;
  readonly theirs: string;
}

/** Asks both servers the same, one request after the other, and tells in what they differ. */
export async function differencesAt(endpoint: Endpoint, ours: Party, theirs: Party): Promise<Found[]> {
  const found: Found[] = [];
  for (const [request, ask] of Object.entries(COMPARISONS[endpoint].cases)) {
    const [own, other] = await Promise.all([observed(ours, ask), observed(theirs, ask)]);
    // Where the outcome is another, so is all that comes of it.
    const aspects =
      own['outcome'] === other['outcome'] ? new Set([...Object.keys(own), ...Object.keys(other)]) : ['outcome'];
    for (const aspect of aspects) {
      const difference = { request, aspect, ours: own[aspect] ?? '-', theirs: other[aspect] ?? '-' };
      if (difference.ours !== difference.theirs) found.push(difference);
    }
  }
  return found;
}

const observed = async (party: Party, ask: Cases[string]): Promise<Observation> => observe(party, await ask(party));

/** What was found and is not listed, and what is listed and was not found. */
export function unexplained(endpoint: Endpoint, found: readonly Found[]): { unlisted: Found[]; gone: Difference[] } {
  const { differences } = COMPARISONS[endpoint] as Comparison;
  const isSame = (listed: Difference, { aspect, ours, theirs }: Found): boolean =>
    listed.aspect === aspect && listed.ours === ours && listed.theirs === theirs;
  const explains = (listed: Difference, one: Found): boolean =>
    isSame(listed, one) && (listed.requests === 'every' || listed.requests.includes(one.request));
  const isGone = (listed: Difference): boolean => {
    const left = found.filter((one) => isSame(listed, one)).map(({ request }) => request);
    return listed.requests === 'every' ? left.length === 0 : listed.requests.some((request) => !left.includes(request));
  };
  return {
    unlisted: found.filter((one) => !differences.some((listed) => explains(listed, one))),
    gone: differences.filter(isGone),
  };
}
