import { useQuery } from 'urql';
import { graphql } from '../../graph/graphql.ts';
import { useMay } from '../../graph/viewer.tsx';
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

/** The keys that tokens are signed with. They are the server's, so only the operator's administrators see them. */
export function KeysPage() {
  const may = useMay('readSigningKeys');
  const [result] = useQuery({ query: KEYS, pause: !may });
  return (
    <>
      <PageHead title={t('nav.keys')} lead={may ? t('keys.lead') : t('keys.notAllowed')} />
      {may && <Loaded result={result}>{({ figures }) => <SigningKeys keys={figures.signingKeys} />}</Loaded>}
    </>
  );
}
