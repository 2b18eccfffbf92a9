import { useQuery } from 'urql';
import { graphql } from '../../graph/graphql.ts';
import { t } from '../../messages/index.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { SigningKeys } from '../overview/figures.tsx';

const KEYS = graphql(`
  query Keys {
    figures(days: 1) {
      signingKeys {
        kid
        algorithm
        beginsAt
        rotatesAt
        isSigning
        isOverdue
      }
    }
  }
`);

/** The keys that tokens are signed with. */
export function KeysPage() {
  const [result] = useQuery({ query: KEYS });
  return (
    <>
      <PageHead title={t('nav.keys')} lead={t('keys.lead')} />
      <Loaded result={result}>{({ figures }) => <SigningKeys keys={figures.signingKeys} />}</Loaded>
    </>
  );
}
